export { UploadForm } from './upload-form.tsx'
