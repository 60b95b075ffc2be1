import { runProgram } from './run-program.ts'

await runProgram(process.env, process.argv.slice(2))
