import { ReportDefinition, type ReportTemplate } from '@exempta/contract/reports'
import { useAddressParams } from '../../lib/use-address-params.ts'
import { blank, type PresetName, presets } from './presets.ts'

/** Where the report on screen comes from. */
export type ReportOrigin =
  | { kind: 'preset'; name: PresetName }
  | { kind: 'template'; template: ReportTemplate }
  | { kind: 'new' }

const definitionOf = ({ name, type, settings }: ReportTemplate): ReportDefinition => ({
  ...settings,
  name,
  type,
})

/**
 * The report of the page, in its address: a preset, a template or a new one, and what was changed of it since. A link to
 * the page, also one that was mailed, shows the same report.
 */
export function useReportState(templates: readonly ReportTemplate[]) {
  const { params, change, set } = useAddressParams()
  const origin = originIn(params, templates)
  const changed = changedReport(params.get('report'))
  const start =
    origin.kind === 'template'
      ? definitionOf(origin.template)
      : origin.kind === 'preset'
        ? presets[origin.name]
        : blank
  const go = (next: Record<string, string>) => change(() => new URLSearchParams(next))
  return {
    origin,
    definition: changed ?? start,
    /** Named in the address, but not among those that are saved. */
    isMissing: params.has('template') && origin.kind !== 'template',
    openPreset: (name: PresetName) => go({ preset: name }),
    openTemplate: (id: string) => go({ template: id }),
    openNew: () => go({ new: '' }),
    change: (definition: ReportDefinition) => set('report', JSON.stringify(definition)),
  }
}

function originIn(params: URLSearchParams, templates: readonly ReportTemplate[]): ReportOrigin {
  const template = templates.find(({ id }) => id === params.get('template'))
  if (template) return { kind: 'template', template }
  if (params.has('new')) return { kind: 'new' }
  const preset = params.get('preset') ?? ''
  return { kind: 'preset', name: Object.hasOwn(presets, preset) ? (preset as PresetName) : 'documents' }
}

/** What stands in the address was typed by anybody: only a report that the server would take is one. */
function changedReport(untrustedText: string | null): ReportDefinition | undefined {
  if (untrustedText === null) return undefined
  try {
    return ReportDefinition.safeParse(JSON.parse(untrustedText)).data
  } catch {
    return undefined
  }
}
