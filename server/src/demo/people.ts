/** Sign-ins of the demo, as the README lists them. They exist only where `--demo` was asked for. */
export const demoPassword = 'exempta-demo-2026'

export const demoPeople = [
  { name: 'Ada Whitfield', email: 'admin@demo.exempta.example', role: 'admin' },
  { name: 'Rosa Delgado', email: 'user@demo.exempta.example', role: 'user' },
  { name: 'Maple Street Supply', email: 'business@demo.exempta.example', role: 'business' },
] as const
