import { generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { enter } from '../accounts/people.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { administrator, startApp, withAdministrator } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'
import { expectComplaint } from '../shell/as-person.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

const test = testWith(() => startApp([], { ...withAdministrator, RULES_KEYS: `tax-team:${key}` }))

const ohioFile = path.join(import.meta.dirname, '../../knowledge/states/oh.json')

function rulesFile(text: string) {
  const ohio = JSON.parse(readFileSync(ohioFile, 'utf8'))
  const source = {
    title: 'A notice of Ohio',
    address: null,
    quote: 'a photograph of the permit',
    seenOn: '2026-11-01',
    seenAs: 'text',
  }
  const rule = {
    id: 'oh/permit-photo',
    about: 'condition',
    text,
    from: null,
    until: null,
    confidence: 'high',
    source,
  }
  const rules = {
    title: 'Permit photos in Ohio',
    publisher: 'Tax team',
    publishedOn: '2026-11-02',
    states: [{ ...ohio, rules: [...ohio.rules, rule] }],
    forms: [],
  }
  const signature = sign(null, Buffer.from(JSON.stringify(rules)), privateKey).toString('base64')
  return {
    name: 'ohio.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ signature, rules })),
  }
}

test('an administrator loads signed rules, sees what they change, activates them and goes back', async ({
  page,
  complaints,
}) => {
  await enter(page, administrator, '/admin/rules?tab=files')
  await expect(page.getByText('The rules of this release.')).toBeVisible()

  const changed = rulesFile('Ohio asks for a photo of the permit.')
  await page.getByLabel('Rules file', { exact: true }).setInputFiles({
    ...changed,
    buffer: Buffer.from(changed.buffer.toString().replace('photo of the permit', 'copy of the permit')),
  })
  await expect(page.getByRole('alert')).toContainText(
    'No key that this installation trusts has signed this file.',
  )

  expectComplaint(complaints, '422')

  await page.getByLabel('Rules file', { exact: true }).setInputFiles(changed)
  const dialog = page.getByRole('dialog', { name: 'Permit photos in Ohio' })
  await expect(dialog).toContainText('1 rule is different')
  await expect(dialog).toContainText('Ohio asks for a photo of the permit.')
  await expect(dialog).toContainText('No customer’s answer changes.')
  await expectSoundLook(page)
  await dialog.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByText('Permit photos in Ohio, by Tax team')).toBeVisible()
  await expectSoundLook(page)

  await page.getByRole('tab', { name: 'All rules' }).click()
  await page.getByRole('searchbox').fill('photo of the permit')
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)

  await page.getByRole('tab', { name: 'Rules files' }).click()
  await page.getByRole('button', { name: 'Go back to the release' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Go back', exact: true }).click()
  await expect(page.getByText('The rules of this release.')).toBeVisible()
  await page.getByRole('tab', { name: 'All rules' }).click()
  await page.getByRole('searchbox').fill('photo of the permit')
  await expect(page.getByText('No rules match.')).toBeVisible()
})
