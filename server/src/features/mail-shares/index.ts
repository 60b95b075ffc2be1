export { isMailShareOver } from './live-link.ts'
export { mailShareRoutes } from './routes.ts'
export { mailShareJobHandlers } from './sweep-mail-shares.ts'
export { ViewerWatch } from './viewer-watch.ts'
