import { enter, newPerson } from '../accounts/people.ts'
import { elsewhere } from '../fixtures/actors.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import { startJourneyApp } from '../fixtures/journey-app.ts'
import { administrator } from '../fixtures/start-app.ts'
import { expect, testWith } from '../fixtures/test.ts'

/** Its own product: which agents are present matters here. */
const test = testWith(() => startJourneyApp())

test('a message reaches an administrator on any page, stays unread when skipped with J, and replies can be edited', async ({
  page,
  browser,
  app,
}) => {
  await enter(page, administrator, '/admin/users')
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Chat Management/ })
  await expect(entry).not.toContainText('unread')

  const guest = await elsewhere(browser, app)
  const write = async (text: string) => {
    await guest.page.getByPlaceholder('Type your message...').fill(text)
    await guest.page.getByPlaceholder('Type your message...').press('Enter')
  }
  await guest.page.goto('/')
  await guest.page.getByRole('button', { name: /^Live Support/ }).click()
  const widget = guest.page.getByRole('region', { name: 'Live Support' })
  await widget.getByLabel('Name').fill('Ruth Waiting')
  await widget.getByLabel('Email').fill(newPerson().email)
  await widget.getByRole('button', { name: 'Start Chat' }).click()
  await write('Is anyone there?')
  // The administrator is present although the console isn’t open: no automatic reply.
  await expect(entry).toContainText('1 unread')
  await expect(page).toHaveTitle(/^\(1\) User Management/)
  await page.getByRole('button', { name: /Notifications/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Ruth Waiting wrote to live support')
  await page.keyboard.press('Escape')
  await expect(guest.page.getByText('Automatic reply')).toHaveCount(0)

  await entry.click()
  await expect(page).toHaveTitle(/^\(1\) Chat Sessions/)
  const session = page.getByRole('button', { name: /Ruth Waiting/ })
  await expect(session).toContainText('1 unread')
  await page.keyboard.press('j')
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Is anyone there?')
  await expect(session).toContainText('1 unread')
  await page.keyboard.press('Enter')
  await expect(session).not.toContainText('unread')
  await expect(entry).not.toContainText('unread')
  const conversation = page.getByRole('region', { name: 'Chat with Ruth Waiting' })
  expect((await conversation.boundingBox())?.width).toBeGreaterThan(600)
  await expectSoundLook(page)

  await page.getByRole('button', { name: 'Canned replies' }).click()
  await page.getByRole('menuitem', { name: 'Edit replies' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit replies' })
  await dialog.getByLabel('Replies').fill('We open at nine.\nWe close at five.')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('button', { name: 'Canned replies' }).click()
  await page.getByRole('menuitem', { name: 'We open at nine.' }).click()
  await expect(page.getByPlaceholder('Type your message...')).toHaveValue('We open at nine.')

  await conversation.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Mark unread' }).click()
  await expect(page.getByText('Select a chat to start messaging')).toBeVisible()
  await expect(session).toContainText('1 unread')

  await page.getByRole('button', { name: 'Set to away' }).click()
  await expect(page.getByRole('button', { name: 'You’re away' })).toBeVisible()
  await write('Hello?')
  await expect(guest.page.getByText('Automatic reply')).toBeVisible()
  await page.getByRole('button', { name: 'You’re away' }).click()
  await expect(page.getByText('is online')).toBeVisible()
  await guest.context.close()
})
