import type { BusinessStatus } from '@exempta/contract/businesses'
import type { Role } from '@exempta/contract/people'

/** Sign-ins of the demo, as the README lists them. They exist only where `--demo` was asked for. */
export const demoPassword = 'exempta-demo-2026'

export interface DemoPerson {
  name: string
  email: string
  role: Role
  business?: { status?: BusinessStatus; isVerified?: boolean }
}

export const demoPeople: readonly DemoPerson[] = [
  { name: 'Ada Whitfield', email: 'admin@demo.exempta.example', role: 'admin' },
  { name: 'Rosa Delgado', email: 'user@demo.exempta.example', role: 'user' },
  {
    name: 'Maple Street Supply',
    email: 'business@demo.exempta.example',
    role: 'business',
    business: { status: 'active', isVerified: true },
  },
  {
    name: 'Lakeside Office Goods',
    email: 'lakeside@demo.exempta.example',
    role: 'business',
    business: { status: 'active' },
  },
  { name: 'Pinecrest Pharmacy', email: 'pinecrest@demo.exempta.example', role: 'business', business: {} },
]
