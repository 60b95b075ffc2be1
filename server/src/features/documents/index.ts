export { documentJobHandlers } from './jobs/handlers.ts'
export { documentsData, eraseDocuments } from './own-data.ts'
export { documentRoutes } from './routes.ts'
export { receiveUpload } from './upload/receive-upload.ts'
