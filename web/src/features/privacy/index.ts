export { DataAndPrivacy } from './data-and-privacy.tsx'
