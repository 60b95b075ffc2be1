/** Blank forms for tests: a sandbox that recognizes them, and reads back what was set into them. */
import { forms } from '@exempta/knowledge/forms'
import type { FieldName } from '@exempta/knowledge/terms'
import type { RedactCall, Redaction } from '../src/platform/sandbox/sandbox.ts'
import type { TestApp } from './app.ts'
import { plainAnswer } from './fake-sandbox.ts'
import { createPerson, signInAs } from './people.ts'
import { formOf } from './uploads.ts'

interface Entry {
  field: FieldName
  kind: string
  text?: string
  page: number
}

interface ReaderOptions {
  code?: string
  /** Fields that are not read, although they were filled in. */
  blind?: readonly FieldName[]
}

const quad = [
  [120, 20],
  [160, 20],
  [160, 28],
  [120, 28],
] as const
const days: readonly FieldName[] = ['signed-on', 'ends-on', 'period-from']

/** Takes every file for this form, and reads what `fakeSandbox` set into it. */
export const formReader =
  ({ code = 'ny-st-120', blind = [] }: ReaderOptions = {}) =>
  async (bytes: Buffer, call: RedactCall): Promise<Redaction> => {
    const result = await plainAnswer(bytes, call)
    const form = forms.get(code)
    if (result.verdict === 'refused' || call.boxes || !form) return result
    const written = bytes.toString().slice('%PDF-1.7\n'.length)
    const entries = (written.startsWith('[') ? (JSON.parse(written) as Entry[]) : []).filter(
      ({ field }) => !blind.includes(field),
    )
    return {
      ...result,
      pages: result.pages.map((page, index) => ({
        ...page,
        findings: [],
        reading:
          index > 0
            ? { fields: [] }
            : {
                form: {
                  code,
                  page: 1,
                  confidence: 0.9,
                  ...(call.withZones && {
                    zones: form.zones
                      .filter(({ page }) => page === 1)
                      .map(({ field, value, x, y, width, height }) => ({
                        ...{ field, x, y, width, height },
                        ...(value !== undefined && { value }),
                      })),
                  }),
                },
                fields: entries.map(({ field, kind, text = '' }) => ({
                  name: field,
                  position: 0,
                  value: kind === 'text' ? asRead(field, text) : 'yes',
                  ...(field === 'number' && { state: form.states[0] as string }),
                  quad,
                  confidence: 0.98,
                  isSure: true,
                })),
              },
      })),
    }
  }

function asRead(field: FieldName, text: string): string {
  const [month, day, year] = text.split('/')
  return days.includes(field) ? `${year}-${month}-${day}` : text
}

/** Sends a file to the library as an administrator. */
export async function uploadBlank(test: TestApp, bytes: Buffer, cookie?: string) {
  const { payload, headers } = await formOf([{ field: 'blank', bytes }])
  const as = cookie ?? (await signInAs(test, await createPerson(test, 'admin')))
  return test.call({ method: 'POST', url: '/api/admin/forms', payload, headers: { ...headers, cookie: as } })
}
