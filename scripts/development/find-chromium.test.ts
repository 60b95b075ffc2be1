import { expect, onTestFinished, test, vi } from 'vitest'
import { installDebianPackage } from './find-chromium.ts'

test('an installation into the system is announced, with its reason, before it begins', () => {
  const steps: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => {
    steps.push(line)
  })
  onTestFinished(() => log.mockRestore())
  const apt = (args: string[]) => {
    steps.push(`apt-get ${args.join(' ')}`)
  }

  expect(installDebianPackage(apt, () => '/usr/bin/chromium-headless-shell')).toBe(
    '/usr/bin/chromium-headless-shell',
  )

  expect(steps).toEqual([
    expect.stringMatching(
      /Installing the Debian package chromium-headless-shell for the browser journeys into the system.*as root/,
    ),
    'apt-get update',
    'apt-get install --yes --no-install-recommends chromium-headless-shell',
  ])
})

test('the ordinary Chromium is announced and installed where the one without windows does not exist', () => {
  const announced = vi.spyOn(console, 'log').mockImplementation(() => {})
  const refused = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => {
    announced.mockRestore()
    refused.mockRestore()
  })
  const installed: string[] = []
  const apt = ([command, ...args]: string[]) => {
    if (args.includes('chromium-headless-shell')) throw new Error('no such package')
    if (command === 'install') installed.push('/usr/bin/chromium')
  }

  expect(installDebianPackage(apt, () => installed[0])).toBe('/usr/bin/chromium')

  expect(announced).toHaveBeenCalledTimes(2)
  expect(refused).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('no such package'))
})
