// Plain JavaScript, because the Node versions that it turns away cannot read TypeScript.
const [major] = process.versions.node.split('.').map(Number)
if (major < 24) {
  process.stderr.write(
    `This is Node ${process.versions.node}; Node 24 is needed. npm ci brings it along: run npm ci, then npm start or npm test.\n`,
  )
  process.exit(1)
}
