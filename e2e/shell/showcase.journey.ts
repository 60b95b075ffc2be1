import { expectAccessible } from '../fixtures/expect-accessible.ts'
import { expect, showcaseTest as test } from '../fixtures/test.ts'
import { asPerson, expectComplaint, problem } from './as-person.ts'

// In one worker, so that one build serves them all.
test.describe.configure({ mode: 'default' })

test.beforeEach(async ({ page }) => {
  await page.goto('/dev/ui')
  await expect(page.getByRole('heading', { level: 1, name: 'Design system' })).toBeVisible()
})

test('every component is accessible in both themes, on a phone too', async ({ page }) => {
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

test('dialogs and menus keep the focus, return it, and have accessible names', async ({ page }) => {
  await test.step('a dialog holds the focus, closes with Escape and gives the focus back', async () => {
    const opener = page.getByRole('button', { name: 'Open dialog' })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Share documents' })
    await expectAccessible(page)
    for (let press = 0; press < 5; press++) {
      await page.keyboard.press('Tab')
      await expect(dialog.locator(':focus')).toHaveCount(1)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(opener).toBeFocused()
  })

  await test.step('a confirmation names what is deleted, can be canceled, and reports success', async () => {
    await page.getByRole('button', { name: 'Delete document' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete document' })
    await expect(dialog).toContainText(
      'Are you sure you want to delete this document? This action cannot be undone.',
    )
    await expect(dialog).toContainText('Exemption certificate 2026.pdf')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()

    await page.getByRole('button', { name: 'Delete document' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('region', { name: /Messages/ }).getByText('Document deleted')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expectAccessible(page)
  })

  await test.step('a typed confirmation stays open with the reason when it fails', async () => {
    await page.getByRole('button', { name: 'Delete business' }).click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
    await dialog.getByRole('textbox').fill('Lakeside Clinic')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Failed to delete business')
  })
})

test('small components work by keyboard alone', async ({ page }) => {
  await test.step('a menu works by keyboard alone', async () => {
    await page.getByRole('button', { name: 'Actions' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'View' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Actions' })).toBeFocused()
  })

  await test.step('a tooltip shows on keyboard focus', async () => {
    await page.getByRole('button', { name: 'Show failure' }).focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('tooltip')).toContainText('Only the last 4 digits stay readable.')
  })

  await test.step('a combobox narrows, moves with arrows and picks with Enter', async () => {
    const box = page.getByRole('combobox', { name: 'Search a type' })
    await box.fill('e')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
      'Retail',
      'Healthcare',
      'Education',
      'Government',
      'Other',
    ])
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(box).toHaveValue('Healthcare')
    await expect(page.getByRole('listbox')).toBeHidden()
  })

  await test.step('a pasted code fills all boxes', async () => {
    const code = page.getByLabel('6-digit code')
    await code.fill('')
    await code.focus()
    await code.fill('12 34-56')
    await expect(code).toHaveValue('123456')
    await expect(page.getByText('Code complete')).toBeVisible()
  })
})

test('fields and files show their errors, and lists keep their state in the address', async ({ page }) => {
  await test.step('a form names wrong fields, focuses the first, keeps the input and cannot be sent twice', async () => {
    const form = page.locator('form')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(form.getByRole('alert')).toContainText('Please enter a subject')
    const subject = form.getByLabel('Subject')
    await expect(subject).toBeFocused()
    await expect(subject).toHaveAttribute('aria-invalid', 'true')
    await expect(subject).toHaveAccessibleDescription('Please enter a subject')

    await subject.fill('fail')
    await form.getByLabel('Message').fill('A long enough message')
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(form.getByRole('alert')).toHaveText('The server could not be reached. Please try again.')
    await expect(subject).toHaveValue('fail')
  })

  await test.step('a list keeps search, filter, sort and page in the address', async () => {
    const rows = page.getByRole('table', { name: 'Documents', exact: true }).getByRole('row')
    await page.getByRole('heading', { name: 'Data' }).click()
    await page.keyboard.press('/')
    await page.keyboard.type('form')
    await expect(page).toHaveURL(/q=form/)
    await expect(rows).toHaveCount(2)

    await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('failed')
    await expect(page.getByText('No documents found matching your criteria.').last()).toBeVisible()
    await page.goBack()
    await expect(rows).toHaveCount(2)
    await page.getByRole('searchbox').press('Escape')
    await expect(rows).toHaveCount(5)

    await page.getByRole('button', { name: 'Pages' }).click()
    await expect(page).toHaveURL(/sort=pages.asc/)
    await expect(page.getByRole('columnheader', { name: 'Pages' }).first()).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    const pages = page.getByRole('navigation', { name: 'Pages', exact: true })
    await pages.getByRole('button', { name: 'Next' }).click()
    await expect(page).toHaveURL(/after=next/)
    await pages.getByRole('button', { name: 'Previous' }).click()
    await expect(page).not.toHaveURL(/after=/)
  })

  await test.step('rows are selected one by one or all at once', async () => {
    await page.getByRole('checkbox', { name: 'Select Card front.jpg' }).check()
    const bar = page.getByRole('region', { name: 'Selected items' })
    await expect(bar).toContainText('1 selected')
    await page.getByRole('checkbox', { name: 'Select all' }).check()
    await expect(bar.getByRole('button', { name: 'Share Selected (2)' })).toBeVisible()
    await bar.getByRole('button', { name: 'Clear' }).click()
    await expect(bar).toBeHidden()
  })

  await test.step('a wrong file shows the specified message', async () => {
    await page.getByLabel('Drop your documents here').setInputFiles([
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
      { name: 'huge.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) },
    ])
    await expect(page.getByText('notes.txt: File type must be .pdf, .jpg, .jpeg, .png')).toBeVisible()
    await expect(page.getByText('huge.pdf: File is larger than 10485760 bytes')).toBeVisible()
  })
})

test('a page that the server refuses shows Access Denied inside the shell', async ({ page, complaints }) => {
  await asPerson(page, 'admin')
  await page.route('**/api/health', (route) =>
    route.fulfill(problem(403, 'not-allowed', 'You do not have permission to perform this action')),
  )
  await page.goto('/dev/refused')
  const panel = page.getByRole('alert')
  await expect(panel.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(panel).toContainText('You do not have permission to view this page.')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to my dashboard' }).click()
  await expect(page).toHaveURL('/admin/dashboard')
  expectComplaint(complaints, 'status of 403')
  // React reports what a boundary caught.
  expectComplaint(complaints, 'ApiError: You do not have permission')
})
