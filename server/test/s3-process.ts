/** An S3 server as a process of its own: `node s3-process.ts PORT FOLDER`. It ends with its starter. */
import S3rver from 's3rver'

const [port, directory] = process.argv.slice(2)
const s3rver = new S3rver({
  port: Number(port),
  address: '127.0.0.1',
  silent: true,
  directory: directory ?? '',
  configureBuckets: [{ name: 'files' }],
})
await s3rver.run()
process.stdin.on('end', () => process.exit()).resume()
process.stdout.write(`ready at http://127.0.0.1:${port}\n`)
