import path from 'node:path'
import type { Page } from '@playwright/test'
import { sampleFile } from './draw-sample.ts'
import { addingCertificates, atTheCounter, fillingAndSigning, yourCustomers } from './more-lessons.ts'
import { type Lesson, signIn, slowTimeout, untilDrawn } from './recorder.ts'

const person = {
  name: 'Maria Lopez',
  email: 'maria@harbor-clinic.example',
  password: 'violet harbor lantern',
}

const navigation = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).first()

const gettingStarted: Lesson = async (film, take) => {
  const { page } = film
  await page.goto('/register')
  await page.getByRole('button', { name: 'Create account' }).waitFor()
  await take('register')
  film.narrate('Open Register. Choose User if you share documents, or Business if you receive them.')
  await film.hold(2500)
  film.narrate('Enter your name, your email address and a password of at least 8 characters.')
  await film.type(page.getByLabel('Full Name'), person.name)
  await film.type(page.getByLabel('Email Address'), person.email)
  await film.type(page.getByLabel('Password', { exact: true }), person.password)
  await film.type(page.getByLabel('Confirm Password'), person.password)
  film.narrate('Click Create account. You’re logged in right away.')
  await film.hold(1800)
  await film.click(page.getByRole('button', { name: 'Create account' }), 0)
  await page.waitForURL('**/user/dashboard', slowTimeout)
  await page.getByText('No documents yet').waitFor(slowTimeout)
  film.narrate('The dashboard shows how many documents are uploaded, processed, shared and pending.')
  await film.hold(3500)
  await take('dashboard')
  film.narrate('Use Upload Documents to add files.')
  await film.moveTo(navigation(page, 'Upload Documents'))
  await film.hold(2200)
  film.narrate('My Documents lists your documents. It’s also where you share them.')
  await film.moveTo(navigation(page, 'My Documents'))
  await film.hold(2200)
  film.narrate('Profile has your name, password and privacy settings.')
  await film.click(navigation(page, 'Profile'), 0)
  const enable = page.getByRole('button', { name: /Enable Two-Factor/ })
  await enable.waitFor(slowTimeout)
  await film.hold(2000)
  await enable.scrollIntoViewIfNeeded()
  await take('profile')
  film.narrate('Protect your account: choose Enable Two-Factor.')
  await film.click(enable, 1500)
  film.narrate('Enter your password, scan the code with an authenticator app and enter the code it shows.')
  await film.type(page.getByLabel('Your password'), person.password)
  await film.hold(3000)
  film.narrate('That’s it. Next, upload your first document.')
  await film.hold(2500)
}

const uploading: Lesson = async (film, take) => {
  const { page } = film
  await signIn(page, 'user@demo.exempta.example', '/user/upload')
  const zone = page.getByLabel('Drag and drop files here')
  await zone.waitFor({ state: 'attached', ...slowTimeout })
  // The documents of the demo itself, which must be processed before filming.
  await page.getByText('Still processing').waitFor({ state: 'hidden', ...slowTimeout })
  film.narrate('Open Upload Documents. You can upload PDF, JPG and PNG files up to 10 MB each.')
  await film.hold(3500)
  film.narrate('Drop your files here, or browse for them.')
  await film.moveTo(page.getByRole('button', { name: 'Browse files' }))
  await film.hold(700)
  await zone.setInputFiles(sampleFile)
  await page.getByRole('list', { name: 'Chosen files' }).waitFor()
  await film.hold(2500)
  await take('upload')
  film.narrate('Mark card photos as the front or the back. Upload only your own cards.')
  await film.moveTo(page.getByText('I’ve uploaded the front of my credit card'))
  await film.hold(2800)
  film.narrate('Click Process Documents. Each file shows its own progress.')
  await film.click(page.getByRole('button', { name: 'Process Documents' }), 300)
  await take('processing')
  const done = page.getByText('Your documents have been successfully processed!')
  for (let look = 0; look < 12 && !(await done.isVisible()); look++) {
    await film.hold(450)
    await done.waitFor({ timeout: 700 }).catch(() => undefined)
  }
  await done
    .or(page.getByRole('heading', { name: 'My Documents', level: 1 }))
    .first()
    .waitFor(slowTimeout)
  film.narrate('When all files are processed, My Documents opens automatically.')
  await film.hold(1200)
  await page.waitForURL('**/user/documents**', slowTimeout)
  const name = page.getByRole('link', { name: path.basename(sampleFile) }).first()
  await name.waitFor(slowTimeout)
  await film.hold(1800)
  film.narrate('Open the document. Every hidden area is outlined and labeled.')
  await film.click(name, 0)
  await untilDrawn(page)
  await film.hold(4500)
  await take('redacted')
  film.narrate('Want to hide more? Choose Black out more and draw a box. What’s hidden stays hidden.')
  await film.moveTo(page.getByRole('button', { name: 'Black out more' }))
  await film.hold(3500)
  film.narrate('What we read shows what the certificate says. Check it, and confirm it with one click.')
  const confirm = page.getByRole('button', { name: 'Yes, this is right' })
  await film.moveTo(confirm)
  await film.hold(3000)
  await film.click(confirm, 0)
  await confirm.waitFor({ state: 'detached', ...slowTimeout })
  film.narrate('Now businesses that you share it with can tell whether your purchase is tax-exempt.')
  await film.hold(3500)
}

const sharing: Lesson = async (film, take) => {
  const { page } = film
  const certificate = 'Sales tax exemption certificate.pdf'
  await signIn(page, 'user@demo.exempta.example', '/user/documents')
  const choice = page.getByRole('checkbox', { name: `Select ${certificate}` })
  await choice.waitFor(slowTimeout)
  film.narrate(
    'Open My Documents and select what you want to share. You can only select processed documents.',
  )
  await film.hold(3000)
  await film.click(choice, 1200)
  await take('documents')
  film.narrate('Click Share Selected.')
  await film.click(page.getByRole('button', { name: /Share Selected/ }), 0)
  const dialog = page.getByRole('dialog')
  await dialog.getByAltText('Page 1, as recipients see it').waitFor(slowTimeout)
  await page.waitForLoadState('networkidle')
  await film.hold(1500)
  film.narrate('Search for the business by name. A badge marks verified businesses.')
  await film.type(dialog.getByRole('combobox', { name: 'Share with' }), 'maple')
  const option = dialog.getByRole('option', { name: /Maple Street Supply/ })
  await option.waitFor(slowTimeout)
  await film.hold(900)
  await film.click(option, 900)
  film.narrate('Add a short message. Next to it, you see exactly what recipients will see.')
  await film.type(dialog.getByLabel('Message'), 'Our new certificate')
  await film.hold(1800)
  await take('share')
  film.narrate('Click Share. The business is notified right away.')
  await film.click(dialog.getByRole('button', { name: 'Share', exact: true }), 0)
  await dialog.waitFor({ state: 'detached', ...slowTimeout })
  await film.hold(2500)
  film.narrate('The document page lists everyone it’s shared with and the review status.')
  await film.click(page.getByRole('link', { name: certificate }).first(), 0)
  const revoke = page.getByRole('button', { name: 'Revoke from Maple Street Supply' })
  await revoke.waitFor(slowTimeout)
  await page.waitForLoadState('networkidle')
  await revoke.scrollIntoViewIfNeeded()
  await film.hold(2500)
  await take('shared-with')
  film.narrate('Click Revoke to stop sharing. Access ends right away, even on pages that are open.')
  await film.moveTo(revoke)
  await film.hold(3500)
}

/** By the names of their pages in `web/content/tutorials`. */
export const lessons: Record<string, Lesson> = {
  'getting-started': gettingStarted,
  'uploading-and-processing-documents': uploading,
  'sharing-documents-with-businesses': sharing,
  'filling-and-signing-certificates': fillingAndSigning,
  'answering-at-the-counter': atTheCounter,
  'keeping-your-customers': yourCustomers,
  'adding-the-certificates-you-have': addingCertificates,
}
