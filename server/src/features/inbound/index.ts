export { startSmtpListener } from './arriving/smtp-listener.ts'
export { inboundFigures } from './figures.ts'
