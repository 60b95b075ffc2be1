/** Own file, so that public pages fetch it only for people who are signed in. */
export { AccountTools as default } from './account-tools.tsx'
