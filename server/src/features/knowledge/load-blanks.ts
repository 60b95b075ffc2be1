/** Loads a folder of blank forms at once, one line for each file. */
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { detectFileType } from '@exempta/contract/documents/file-types'
import { uploadRefusals } from '@exempta/contract/documents/files'
import { documentLimits } from '@exempta/contract/documents/limits'
import { type FormReadiness, fieldWords } from '@exempta/contract/knowledge/blank-forms'
import { AppError } from '../../platform/app-error.ts'
import { systemCall } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Services } from '../../platform/services.ts'
import { saveBlank } from './blank-forms.ts'
import { BlankRefused, checkBlank } from './check-blank.ts'
import { readinessByState } from './form-readiness.ts'
import { listBlankCodes } from './queries.ts'

export interface LoadedBlanks {
  loaded: number
  /** PDFs that aren't in the library now. */
  refused: number
  states: FormReadiness[]
}

type Parts = Pick<Services, 'clock' | 'database' | 'files' | 'sandbox'>

/** `print` gets a line for each file as soon as it's known what became of it. */
export async function loadBlanks(
  services: Parts,
  folder: string,
  print: (line: string) => void,
): Promise<LoadedBlanks> {
  const names = (await readdir(folder)).sort()
  const fileOfForm = new Map<string, string>()
  let refused = 0
  for (const name of names) {
    if (!name.toLowerCase().endsWith('.pdf')) {
      print(`${name}: left out, because it isn’t named .pdf.`)
      continue
    }
    try {
      print(`${name}: ${await loadOne(services, path.join(folder, name), name, fileOfForm)}`)
    } catch (error) {
      if (!(error instanceof BlankRefused)) throw error
      print(`${name}: not loaded. ${error.message}`)
      refused++
    }
  }
  const codes = await services.database.transact(systemActor, listBlankCodes, { readOnly: true })
  return {
    loaded: fileOfForm.size,
    refused,
    states: readinessByState(codes.map(({ code }) => code)),
  }
}

async function loadOne(
  services: Parts,
  file: string,
  name: string,
  fileOfForm: Map<string, string>,
): Promise<string> {
  const bytes = await readBlankFile(file)
  const checked = await checkBlank(services, bytes, new AbortController().signal).catch((error: unknown) => {
    // Busy for longer than the sandbox waits: the next files may fare better.
    throw error instanceof AppError && error.code === 'unavailable'
      ? new BlankRefused('Checking it took too long. Run the command again.')
      : error
  })
  const { form, unread } = checked
  const other = fileOfForm.get(form.code)
  if (other !== undefined) {
    throw new BlankRefused(`It’s ${form.name}, and so is ${other}. Leave only one of them in the folder.`)
  }
  await services.files.requireFreeSpace()
  await saveBlank(services, systemCall, bytes, checked)
  fileOfForm.set(form.code, name)
  const note =
    unread.length > 0
      ? ` Look at it at /admin/forms. These fields couldn’t be read back: ${unread.map((field) => fieldWords[field]).join(', ')}.`
      : ''
  return `loaded as ${form.name}, ${form.title} (${form.states.length > 4 ? `${form.states.length} states` : form.states.join(', ')}).${note}`
}

async function readBlankFile(file: string): Promise<Buffer> {
  const found = await stat(file)
  if (!found.isFile()) throw new BlankRefused('It isn’t a file.')
  if (found.size > documentLimits.uploadMaxBytes) throw new BlankRefused(`${uploadRefusals['too-large']}.`)
  const bytes = await readFile(file)
  if (detectFileType(bytes) !== 'application/pdf') throw new BlankRefused('It isn’t a PDF.')
  return bytes
}
