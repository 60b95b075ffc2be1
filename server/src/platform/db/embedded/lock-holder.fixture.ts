/** Takes the data folder named on the command line and holds it until killed. */
import { lockDataFolder } from './data-folder-lock.ts'

const unlock = lockDataFolder(process.argv[2] ?? '')
process.send?.('held')
// Keeps the process, and the lock from being collected as garbage.
process.on('message', unlock)
