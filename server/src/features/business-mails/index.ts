export { announceReceived } from './announce-received.ts'
export { businessMailJobHandlers } from './jobs.ts'
