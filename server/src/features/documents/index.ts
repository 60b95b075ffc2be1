export { retryDocumentFor, shredDocument } from './change-documents.ts'
export { decideArea, finishCheck } from './check-document.ts'
export { publishToOwner } from './document-events.ts'
export { downloadDocument } from './files/open-files.ts'
export { openPagePicture } from './files/open-pictures.ts'
export { type DocumentRow, findOwnDocument, lockDocument, updateDocument } from './queries/documents.ts'
export { countToConfirm } from './queries/list.ts'
export { type FieldRow, listFields, listReadings, type ReadingRow } from './queries/readings.ts'
export { listUncertainAreas } from './queries/uncertain-areas.ts'
export { asDocument, failureOf, governmentCardOf } from './read-documents.ts'
export { addDocuments, type MadeFile } from './upload/add-documents.ts'
export {
  newDocumentId,
  withFinishedDocument,
} from './upload/add-finished-document.ts'
export { receiveUpload } from './upload/receive-upload.ts'
export { addStoredDocument } from './upload/take-document.ts'
export { UploadRefused } from './upload/untrusted-content.ts'
export { type UploadContext, type UploadPlaces, uploadPlaces } from './upload/upload-context.ts'
