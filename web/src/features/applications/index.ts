export { ApplicationList } from './application-list.tsx'
