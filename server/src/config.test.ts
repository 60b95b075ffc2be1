import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('the configuration', () => {
  it('works without any variable', () => {
    expect(readConfig({}, [])).toMatchObject({ port: 3000, host: '127.0.0.1', role: 'all', demo: false })
  })

  it('keeps a demo in a folder of its own', () => {
    expect(readConfig({}, []).dataDir).toBe(resolve('data'))
    expect(readConfig({}, ['--demo']).dataDir).toBe(resolve('data-demo'))
    expect(readConfig({ DATA_DIR: 'x' }, ['--demo']).dataDir).toBe(resolve('x'))
  })

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }, [])).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
    })
  })

  it('takes options from the command line', () => {
    const environment = { DATABASE_URL: 'postgres://localhost/x' }
    expect(readConfig(environment, ['--role', 'worker', '--demo'])).toMatchObject({
      role: 'worker',
      demo: true,
    })
    expect(readConfig(environment, ['--role=web'])).toMatchObject({ role: 'web' })
  })

  it.each([
    [{ PORT: 'http' }, [], /^PORT is "http", which is not valid: Port to listen on/],
    [{ PORT: '70000' }, [], /^PORT is "70000"/],
    [{ PUBLIC_URL: 'ftp://x' }, [], /^PUBLIC_URL/],
    [{ DATABASE_URL: 'mysql://root:secret@x' }, [], /^DATABASE_URL is not valid: PostgreSQL/],
    [{ ADMIN_EMAIL: 'a@example.org' }, [], /belong together/],
    [{ ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'short' }, [], /^ADMIN_PASSWORD is not valid/],
    [{ MASTER_KEY: 'c2hvcnQ=' }, [], /^MASTER_KEY is not valid: Key that protects/],
    [{ MASTER_KEY_PREVIOUS: `${'A'.repeat(43)}=` }, [], /needs MASTER_KEY/],
    [{ S3_BUCKET: 'files' }, [], /^S3_ENDPOINT, S3_BUCKET, .* belong together/],
    [{ BACKUP_BUCKET: 'backups' }, [], /^BACKUP_BUCKET needs BACKUP_S3_ENDPOINT/],
    [{ BACKUP_S3_REGION: 'eu' }, [], /need BACKUP_BUCKET\.$/],
    [{ MAIL_FROM: 'Exempta <mail@host>' }, [], /^MAIL_FROM is .* not valid: Sender of all emails/],
    [{ MAIL_FROM: 'a@example.org\nBcc: b@example.org' }, [], /^MAIL_FROM/],
    [{ SMTP_URL: 'smtp://u:secret@mail' }, [], /^SMTP_URL needs MAIL_FROM here: .* at localhost\.$/],
    [{ SMTP_URL: 'smtp://mail', PUBLIC_URL: 'https://192.0.2.7' }, [], /^SMTP_URL needs MAIL_FROM/],
    [{}, ['--role', 'worker'], /need DATABASE_URL/],
    [{}, ['--role', 'boss'], /--role must be one of/],
    [{}, ['--fast'], /Unknown option --fast/],
  ])('says in one line what is wrong with %o %o', (environment, argv, message) => {
    const read = () => readConfig(environment as Record<string, string>, argv)
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(message)
    expect(read).not.toThrow(/\n/)
  })

  it('sends emails from the public host unless configured otherwise', () => {
    const emailSettings = { SMTP_URL: 'smtp://mail', PUBLIC_URL: 'https://exempta.example' }
    expect(readConfig(emailSettings, []).mailFrom).toBe('Exempta <no-reply@exempta.example>')
    expect(readConfig({ ...emailSettings, MAIL_FROM: 'Us <us@b.example>' }, []).mailFrom).toBe(
      'Us <us@b.example>',
    )
    expect(readConfig({}, []).mailFrom).toBeUndefined()
  })

  it('keeps backups in a bucket beside the files, or on a server of their own', () => {
    const files = {
      S3_ENDPOINT: 'http://near.example',
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'near',
      S3_SECRET_ACCESS_KEY: 'secret',
    }
    const bucketOf = (environment: Record<string, string>) =>
      readConfig({ ...environment, BACKUP_BUCKET: 'backups' }, []).backupBucket
    expect(bucketOf(files)).toMatchObject({ bucket: 'backups', endpoint: 'http://near.example' })
    const far = {
      BACKUP_S3_ENDPOINT: 'https://far.example',
      BACKUP_S3_ACCESS_KEY_ID: 'far',
      BACKUP_S3_SECRET_ACCESS_KEY: 'other',
    }
    expect(bucketOf({ ...files, ...far })).toMatchObject({
      endpoint: 'https://far.example',
      accessKeyId: 'far',
    })
    expect(readConfig(files, []).backupBucket).toBeUndefined()
  })

  it('keeps a place of the sandbox free for cards where documents are read beside them', () => {
    const environment = { DATABASE_URL: 'postgres://localhost/x', SANDBOX_PROCESSES: '3' }
    expect(readConfig(environment, []).sandbox).toMatchObject({ processes: 3, reservedProcesses: 1 })
    expect(readConfig(environment, ['--role', 'worker']).sandbox).toMatchObject({ reservedProcesses: 0 })
    expect(readConfig({ SANDBOX_PROCESSES: '1' }, []).sandbox).toMatchObject({
      processes: 1,
      reservedProcesses: 0,
    })
  })

  it('never repeats a secret', () => {
    expect(() => readConfig({ DATABASE_URL: 'mysql://root:secret@x' }, [])).not.toThrow(/secret@/)
  })
})
