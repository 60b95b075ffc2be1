/**
 * Keeps zod from using `new Function`, which the content security policy would block and report. Must run before any
 * schema is created, so the root imports it first.
 */
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } }
shared.__zod_globalConfig = { ...shared.__zod_globalConfig, jitless: true }

export {}
