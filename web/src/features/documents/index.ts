export { DocumentView } from './document-page/document-view.tsx'
export { DocumentsList } from './list/documents-list.tsx'
export { UploadForm } from './upload/upload-form.tsx'
