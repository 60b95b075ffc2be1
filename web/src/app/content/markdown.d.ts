declare module '*.md' {
  const page: import('../../../plugins/read-markdown.ts').MarkdownPage
  export default page
}
