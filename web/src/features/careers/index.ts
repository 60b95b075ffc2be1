export { Careers } from './careers.tsx'
