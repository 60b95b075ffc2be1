export { startSmtpListener } from './arriving/smtp-listener.ts'
