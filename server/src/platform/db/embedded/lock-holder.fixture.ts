/** Takes the data folder named on the command line and holds it until killed. */
import { lockDataFolder } from './data-folder-lock.ts'

lockDataFolder(process.argv[2] ?? '')
process.send?.('held')
process.on('message', () => {})
