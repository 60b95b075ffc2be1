import { settingKeys } from '@exempta/contract/admin/settings'
import { expect, test } from 'vitest'
import { sections } from './settings-form.tsx'

test('the form shows every setting once', () => {
  const shown = sections.flatMap(({ fields }) => fields.map(({ key }) => key))
  expect(shown.sort()).toEqual([...settingKeys].sort())
})
