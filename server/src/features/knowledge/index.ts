export { readBlank, uploadBlankForm } from './blank-forms.ts'
export { BlankRefused, inSandbox } from './check-blank.ts'
export { entriesFor, isMark, stateOfZone } from './form-entries.ts'
export { type BlankRow, listBlankCodes, listBlanks } from './queries.ts'
