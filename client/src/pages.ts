interface Page<Row> {
  items: Row[]
  nextCursor: string | null
}

/** Every row of a list, page by page: `pages((cursor) => listDocuments({ client, query: { cursor } }))`. */
export async function* pages<Row>(
  fetchPage: (cursor: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<Row> {
  let cursor: string | undefined
  do {
    const { items, nextCursor } = await fetchPage(cursor)
    yield* items
    cursor = nextCursor ?? undefined
  } while (cursor)
}
