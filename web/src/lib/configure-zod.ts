/**
 * Keeps zod from using `new Function`, which the content security policy would block and report, and gives schemas that
 * have no words of their own for a wrong value plain ones. Must run before any schema is created, so the root imports it
 * first.
 */
import { fieldMessage } from '@exempta/contract/plain-errors'

const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean; customError?: typeof fieldMessage } }
shared.__zod_globalConfig ??= {}
Object.assign(shared.__zod_globalConfig, { jitless: true, customError: fieldMessage })
