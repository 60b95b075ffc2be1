export { LoginForm } from './login-form.tsx'
export { SetupForm } from './setup-form.tsx'
