import { type UploadRefusal, uploadRefusals } from '@exempta/contract/uploads'

/** One file is not taken; the others of the same request are. */
export class UploadRefused extends Error {
  readonly code: UploadRefusal

  constructor(code: UploadRefusal, text: string = uploadRefusals[code]) {
    super(text)
    this.name = 'UploadRefused'
    this.code = code
  }
}
