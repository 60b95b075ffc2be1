import { readFile } from 'node:fs/promises'
import { enter } from '../accounts/people.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { administrator } from '../fixtures/start-app.ts'
import { expect, test } from '../fixtures/test.ts'
import { expectComplaint } from '../shell/as-person.ts'

const aMoment = 3000
const resume = {
  name: 'Ada Sample.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.7\nten years of engines'),
}

test('a message from the contact page reaches the console of the agents', async ({ page, app, browser }) => {
  await page.goto('/contact')
  const send = page.getByRole('button', { name: 'Send Message' })
  await send.click()
  await expect(page.getByRole('alert')).toContainText('Please enter your name')
  await expect(page.getByLabel('Name')).toBeFocused()
  await expectSoundLook(page)
  await app.advance(aMoment)
  await page.getByLabel('Name').fill('Cleo Writer')
  await page.getByLabel('Email', { exact: true }).fill('cleo@office.example')
  await page.getByLabel('Subject').fill('A question about certificates')
  await page
    .getByRole('textbox', { name: 'Message' })
    .fill('Do you keep originals?\nMy card: 4111 1111 1111 1111')
  await send.click()
  await expect(page.getByText('Thank you. We’ve received your message.')).toBeVisible()
  await expect(page.getByText(/we hid what looks like a card number/)).toBeVisible()
  expect(await app.emailed('cleo@office.example', /(We received your message)/)).toBeTruthy()

  await page.getByRole('button', { name: 'Start Live Chat' }).click()
  await expect(page.getByRole('region', { name: 'Live Support' })).toBeVisible()

  const agent = await browser.newPage({ baseURL: app.url })
  await enter(agent, administrator, '/admin/chats')
  await agent.getByText('Cleo Writer').first().click()
  await expect(agent.getByText('Do you keep originals?').last()).toBeVisible()
  await expect(agent.getByText('A question about certificates').first()).toBeVisible()
  await expect(agent.getByText('4111 1111')).toHaveCount(0)
  await agent.context().close()
})

test('an application with a resume reaches the administrator, who downloads, sorts and deletes it', async ({
  page,
  app,
  complaints,
}) => {
  await page.goto('/careers')
  await page.getByRole('button', { name: 'General Application' }).click()
  await expect(page.getByRole('dialog', { name: 'General Application' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Apply for Security Engineer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Apply for Security Engineer' })
  await dialog.getByLabel('Full Name').fill('Ada Sample')
  await dialog.getByLabel('Email').fill('ada@sample.example')
  await dialog.getByLabel('Phone').fill('call me')
  const file = dialog.getByLabel('Resume')
  const submit = dialog.getByRole('button', { name: 'Submit Application' })
  await submit.click()
  await expect(dialog.getByRole('alert')).toContainText('Please enter a valid phone number')
  await expect(dialog.getByRole('alert')).toContainText('Please choose your resume')
  await expectSoundLook(page)
  await dialog.getByLabel('Phone').fill('+1 555 010 2345')
  await file.setInputFiles({ ...resume, name: 'notes.txt' })
  await submit.click()
  await expect(dialog.getByText('Please choose a .pdf, .doc or .docx file').first()).toBeVisible()
  await app.advance(aMoment)
  await file.setInputFiles({ ...resume, buffer: Buffer.from('a program that calls itself a PDF') })
  await submit.click()
  await expect(dialog.getByText('Please choose a PDF, DOC or DOCX file without macros').first()).toBeVisible()
  expectComplaint(complaints, 'status of 422')
  await file.setInputFiles(resume)
  await dialog.getByLabel('Cover Letter').fill('I like walls.\nAnd doors.')
  await submit.click()
  await expect(dialog.getByText('Thank you. We’ve received your application.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(await app.emailed('ada@sample.example', /(application for Security Engineer)/)).toBeTruthy()

  await enter(page, administrator, '/admin/applications')
  const list = page.getByRole('table', { name: 'Applications' })
  await expect(list.getByText('Security Engineer')).toBeVisible()
  await page.getByRole('searchbox').fill('nobody')
  await expect(page.getByText('No applications found')).toBeVisible()
  await page.getByRole('searchbox').fill('ada@')
  await expectSoundLook(page)
  await list.getByRole('button', { name: 'Ada Sample' }).click()
  const panel = page.getByRole('dialog', { name: 'Ada Sample' })
  await expect(panel.getByText('I like walls.')).toBeVisible()
  await expectSoundLook(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('link', { name: 'Download Resume' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Ada Sample.pdf')
  expect((await readFile(await download.path())).equals(resume.buffer)).toBe(true)
  await panel.getByLabel('Status').selectOption('In review')
  await expect(page.getByText('Application status: In review.')).toBeVisible()
  // Behind the panel, where it is not part of what is read out.
  await expect(page.locator('table').getByText('In review')).toBeVisible()
  await panel.getByRole('button', { name: 'Delete Application' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The application and resume have been deleted.')).toBeVisible()
  await expect(page.getByText('No applications found')).toBeVisible()
})
