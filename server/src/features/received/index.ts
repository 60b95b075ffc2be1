export { rejectReceived, verifyReceived } from './review-received.ts'
export { receivedRoutes } from './routes.ts'
