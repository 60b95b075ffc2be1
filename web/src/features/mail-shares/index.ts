export { MailShareView } from './mail-share-view.tsx'
