export { downloadDocument } from './files/open-files.ts'
export { openPagePicture } from './files/open-pictures.ts'
export { receiveUpload, uploadPlaces } from './upload/receive-upload.ts'
