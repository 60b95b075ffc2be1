import type { User } from '@exempta/contract/admin/users'
import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test'
import { callAs, enter, logIn, type NewAccount, newPerson } from '../accounts/people.ts'
import { elsewhere } from '../fixtures/actors.ts'
import { expectSoundLook } from '../fixtures/expect-sound-page.ts'
import type { JourneyApp } from '../fixtures/journey-app.ts'
import { administrator } from '../fixtures/start-app.ts'
import { expect, test } from '../fixtures/test.ts'

type SignIn = Pick<NewAccount, 'email' | 'password'>

const welcome = 'Welcome to our live support! How can we help you today?'

/** An agent with an open console. */
async function agentOf(browser: Browser, app: JourneyApp, credentials: SignIn = administrator) {
  const agent = await elsewhere(browser, app)
  await enter(agent.page, credentials, '/admin/chats')
  await expect(agent.page.getByText('Select a chat to start messaging')).toBeVisible()
  await expect(agent.page.getByText(/is online|are online/)).toBeVisible()
  return agent
}

/** Makes another person an agent, from the first agent's browser. */
async function makeAgent(first: Page, { email }: NewAccount) {
  const { items } = await callAs<{ items: User[] }>(first, 'GET', `/api/admin/users?search=${email}`)
  const { id, version } = items[0] ?? {}
  await callAs(first, 'PUT', `/api/admin/users/${id}`, { version, name: 'Ines Faber', role: 'admin' })
}

const widget = (page: Page) => page.getByRole('region', { name: 'Live Support' })
const openWidget = (page: Page) => page.getByRole('button', { name: /^Live Support/ }).click()
const box = (page: Page) => page.getByPlaceholder('Type your message...')
const messages = (page: Page) => page.getByRole('log', { name: 'Messages' }).getByRole('listitem')
async function write(page: Page, text: string) {
  await box(page).fill(text)
  await box(page).press('Enter')
}

/** A typing signal is sent once and shown only briefly, so the person keeps typing until it is visible. */
const typeUntil = (where: Locator, sign: Locator) =>
  expect(async () => {
    await where.pressSequentially('I ', { delay: 20 })
    await expect(sign).toBeVisible({ timeout: 4000 })
  }).toPass()

const register = (request: APIRequestContext, app: JourneyApp, data: NewAccount) =>
  request.post('/api/accounts', { headers: { origin: app.url }, data })

async function startAsGuest(page: Page, name: string, email: string) {
  await openWidget(page)
  await widget(page).getByLabel('Name').fill(name)
  await widget(page).getByLabel('Email').fill(email)
  await widget(page).getByRole('button', { name: 'Start Chat' }).click()
  await expect(widget(page).getByText(welcome)).toBeVisible()
}

test('a guest fills in the form and writes, and an agent sees and reads it', async ({
  page,
  browser,
  app,
}) => {
  const agent = await agentOf(browser, app)
  await page.goto('/')
  await openWidget(page)
  const start = widget(page).getByRole('button', { name: 'Start Chat' })
  await start.click()
  for (const words of ['Please enter your name', 'Please enter your email address']) {
    await expect(widget(page).getByText(words).first()).toBeVisible()
  }
  await widget(page).getByLabel('Email').fill('nora')
  await widget(page).getByLabel('Email').blur()
  await expect(widget(page).getByText('Please enter a valid email address').first()).toBeVisible()
  await expectSoundLook(page)
  await widget(page).getByLabel('Name').fill('  Nora Lindqvist ')
  await widget(page).getByLabel('Email').fill(newPerson().email)
  await start.click()
  await expect(widget(page).getByText(welcome)).toBeVisible()
  // Polled, since the panel grows a little while it opens.
  await expect.poll(() => widget(page).boundingBox()).toMatchObject({ width: 24 * 16, height: 32 * 16 })
  await expect(widget(page).getByText('We typically reply in a few minutes')).toBeVisible()
  await expect(widget(page).getByRole('button', { name: 'Send' })).toBeDisabled()
  await box(page).fill('   ')
  await expect(widget(page).getByRole('button', { name: 'Send' })).toBeDisabled()
  await write(page, 'Hello, is <b>anybody</b> there?')
  await expect(messages(page).last()).toContainText('Delivered')

  const entry = agent.page.getByRole('button', { name: /Nora Lindqvist/ })
  await expect(entry).toContainText('Guest')
  await expect(entry).toContainText('1 unread')
  await expect(entry).toContainText('Hello, is <b>anybody</b> there?')
  await expect(agent.page).toHaveTitle(/^\(1\) Chat Sessions/)
  await agent.page.keyboard.press('j')
  await expect(messages(agent.page).last()).toContainText('Hello, is <b>anybody</b> there?')
  await expect(entry).toContainText('1 unread')
  await agent.page.keyboard.press('Enter')
  await expect(messages(page).last()).toContainText('Read')
  await expect(entry).not.toContainText('unread')
  expect(agent.complaints).toEqual([])
  await agent.context.close()
})

test('a guest and two agents talk; notes stay among agents, and a card number is hidden', async ({
  page,
  request,
  browser,
  app,
}) => {
  const agent = await agentOf(browser, app)
  const second = newPerson()
  await register(request, app, second)
  await makeAgent(agent.page, second)
  const colleague = await agentOf(browser, app, second)
  await page.goto('/')
  await startAsGuest(page, 'Petra Holm', newPerson().email)
  await write(page, 'Hello, is <b>anybody</b> there?')
  await agent.page.getByRole('button', { name: /Petra Holm/ }).click()
  await colleague.page.getByPlaceholder('Search chats...').fill('Petra')
  await colleague.page.getByRole('button', { name: /Petra Holm/ }).click()

  await expect(messages(colleague.page).last()).toContainText('Hello, is <b>anybody</b> there?')
  await typeUntil(box(agent.page), widget(page).getByText('Live Support is typing…'))
  await typeUntil(box(page), colleague.page.getByText('Someone is typing…'))
  await box(page).clear()
  await write(agent.page, 'Yes, how can I help?')
  await expect(messages(page).last()).toContainText('Yes, how can I help?')
  await expect(messages(colleague.page).last()).toContainText('Yes, how can I help?')
  await expect(messages(agent.page).last()).toContainText('Read')
  await colleague.page.getByRole('button', { name: 'Internal note' }).click()
  await write(colleague.page, 'I know her case')
  await expect(messages(agent.page).last()).toContainText('Note by Ines Faber')
  await expect(messages(agent.page).last()).toContainText('I know her case')
  await agent.page.getByRole('button', { name: 'Canned replies' }).click()
  await agent.page.getByRole('menuitem', { name: 'I’m looking into it right now.' }).click()
  await expect(box(agent.page)).toHaveValue('I’m looking into it right now.')
  await box(agent.page).press('Enter')
  await agent.page.getByRole('button', { name: 'More' }).click()
  await agent.page.getByRole('menuitem', { name: 'Assign to me' }).click()
  await expect(agent.page.getByText('Assigned to you')).toBeVisible()
  await expectSoundLook(agent.page)

  await widget(page).getByRole('button', { name: 'Minimize chat' }).click()
  await write(agent.page, 'Are you still there?')
  await write(agent.page, 'I can wait.')
  await expect(widget(page)).toContainText('2 unread')
  await expectSoundLook(page)
  await widget(page).getByRole('button', { name: 'Restore chat, 2 unread' }).click()
  await expect(messages(page).last()).toContainText('I can wait.')
  await expect(widget(page)).not.toContainText('unread')

  await write(page, 'My card is 4111 1111 1111 1111')
  await expect(messages(page).last()).toContainText('•••• •••• •••• 1111')
  await expect(messages(page).last()).toContainText('For your safety, we hid')
  await expect(messages(page).filter({ hasText: 'I know her case' })).toHaveCount(0)
  await expectSoundLook(page)
  expect([agent.complaints, colleague.complaints]).toEqual([[], []])
  await agent.context.close()
  await colleague.context.close()
})

test('a guest takes the conversation and a draft along at login; the agent closes it and emails the transcript', async ({
  page,
  request,
  browser,
  app,
}) => {
  const agent = await agentOf(browser, app)
  const account = newPerson()
  await page.goto('/')
  await startAsGuest(page, 'Signe Falk', account.email)
  await write(page, 'Is anybody there?')
  await agent.page.getByRole('button', { name: /Signe Falk/ }).click()
  await write(agent.page, 'Yes, how can I help?')
  await expect(messages(page).last()).toContainText('Yes, how can I help?')

  await widget(page).getByRole('button', { name: 'Minimize chat' }).click()
  await expect(box(page)).toBeHidden()
  await widget(page).getByRole('button', { name: 'Restore chat' }).click()
  await box(page).fill('A thought not')
  await page.reload()
  await expect(box(page)).toHaveValue('A thought not')
  await expect(messages(page).filter({ hasText: 'Yes, how can I help?' })).toHaveCount(1)
  await box(page).pressSequentially(' yet sent')

  await register(request, app, account)
  await page.goto('/login')
  await widget(page).getByRole('button', { name: 'Minimize chat' }).click()
  await logIn(page, account)
  await expect(page).toHaveURL(/\/user\/dashboard/)
  await widget(page).getByRole('button', { name: 'Restore chat' }).click()
  await expect(box(page)).toHaveValue('A thought not yet sent')
  await expect(messages(page).filter({ hasText: 'Yes, how can I help?' })).toHaveCount(1)
  await box(page).press('Enter')
  await expect(messages(agent.page).last()).toContainText('A thought not yet sent')
  await agent.page.getByRole('button', { name: 'Show details' }).click()
  await expect(agent.page.getByRole('heading', { name: 'Documents (0)' })).toBeVisible()
  await agent.page.getByRole('button', { name: 'Hide details' }).click()
  await agent.page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(widget(page).getByText('This conversation is closed.')).toBeVisible()
  await agent.page.getByRole('button', { name: 'More' }).click()
  await agent.page.getByRole('menuitem', { name: 'Email transcript' }).click()
  expect(await app.emailed(account.email, /(Yes, how can I help\?)/)).toBeTruthy()

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/(login)?$/)
  await expect(widget(page).getByRole('button', { name: 'Start Chat' })).toBeVisible()
  expect(agent.complaints).toEqual([])
  await agent.context.close()
})

test('without an agent online the answer comes by email, on a phone whose connection is lost', async ({
  browser,
  app,
}) => {
  const phone = await elsewhere(browser, app, { width: 360, height: 740 })
  const { page, context, complaints } = phone
  const email = `gone-${process.pid}@lakeside.example`
  await app.advance(10 * 60_000)
  await page.goto('/')
  await startAsGuest(page, 'Otto Gone', email)
  await expect(widget(page).getByText('We’re offline right now. We’ll reply by email.')).toBeVisible()
  await expect.poll(() => widget(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 })
  await write(page, 'Is anybody there?')
  await expect(messages(page).filter({ hasText: 'Automatic reply' })).toHaveCount(1)
  await expect(widget(page).getByText(`by email to ${email}`)).toBeVisible()
  await write(page, 'Still nobody?')
  await expect(messages(page).last()).toContainText('Delivered')

  await context.setOffline(true)
  await write(page, 'Written in a tunnel')
  await write(page, 'And one more')
  await expect(messages(page).last()).toContainText('Sending…')
  await context.setOffline(false)
  for (const text of ['Written in a tunnel', 'And one more']) {
    await expect(messages(page).filter({ hasText: text })).toHaveCount(1)
    await expect(messages(page).filter({ hasText: text })).toContainText('Delivered', { timeout: 30_000 })
  }
  await expect(messages(page).filter({ hasText: 'Automatic reply' })).toHaveCount(1)
  // What is written waits in the open socket; a call, if one was made meanwhile, fails.
  const odd = complaints.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))
  await context.close()
  await app.advance(10 * 60_000)

  const agent = await agentOf(browser, app)
  await agent.page.getByRole('button', { name: /Otto Gone/ }).click()
  // Holds however late the server notices that the phone disconnected.
  await app.advance(60_000)
  await write(agent.page, 'Now I am here')
  const back = await elsewhere(browser, app)
  await back.page.goto(await app.emailedLink(email, '/support'))
  await expectSoundLook(back.page)
  await back.page.getByRole('button', { name: 'Open the conversation' }).click()
  await expect(messages(back.page).filter({ hasText: 'Now I am here' })).toHaveCount(1)
  await expect(messages(agent.page).last()).toContainText('Read')
  expect([odd, agent.complaints, back.complaints]).toEqual([[], [], []])
  await agent.context.close()
  await back.context.close()
})
