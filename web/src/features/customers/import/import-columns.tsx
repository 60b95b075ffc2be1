import {
  type CustomerColumn,
  type CustomerImportDetails,
  customerColumnNames,
  customerColumns,
  getImport,
  mapImport,
} from '@exempta/contract/customers/import'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { queryClient, routeQuery } from '../../../lib/query.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast.ts'

/** Choosing another column checks the list again. A column that is used elsewhere moves. */
export function ImportColumns({ list: { id, columns, mapping } }: { list: CustomerImportDetails }) {
  const [isSending, setSending] = useState(false)
  const options = columns.map((heading, at) => ({
    value: String(at),
    label: heading || `Column ${at + 1}`,
  }))

  async function choose(chosen: CustomerColumn, value: string) {
    setSending(true)
    try {
      const at = value === '' ? null : Number(value)
      const moved = customerColumnNames.map((name) => {
        if (name === chosen) return [name, at]
        return [name, at !== null && mapping[name] === at ? null : mapping[name]]
      })
      const body = Object.fromEntries(moved) as typeof mapping
      const next = await call(mapImport, { params: { id }, body })
      queryClient.setQueryData(routeQuery(getImport, { params: { id } }).queryKey, next)
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setSending(false)
    }
  }

  return (
    <details open={mapping.name === null}>
      <summary className="cursor-pointer font-medium">Columns</summary>
      <div className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {customerColumnNames.map((column) => (
          <Field key={column} label={customerColumns[column]} isRequired={false}>
            <Select
              placeholder="Not in the list"
              options={options}
              value={mapping[column] === null ? '' : String(mapping[column])}
              disabled={isSending}
              onChange={({ target }) => void choose(column, target.value)}
            />
          </Field>
        ))}
      </div>
    </details>
  )
}
