import type { DocumentType } from '@exempta/contract/documents'

/** `application/pdf` is called PDF. */
export const typeName = (type: DocumentType) => type.slice(type.indexOf('/') + 1).toUpperCase()
