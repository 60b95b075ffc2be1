import Fastify from 'fastify'
import pg from 'pg'

/** The least a server can do for the same list: the same query, prepared, on a pool; no key, no hook, no check. */
export async function startBareList(databaseUrl: string, businessId: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  const app = Fastify()
  app.get('/documents', async () => {
    const { rows } = await pool.query({
      name: 'list',
      text: `
        select s.id, s.status, s.message, s.shared_at, s.reviewed_at, s.reject_reason, s.can_download,
          d.id as document_id, d.name as document_name, d.type as document_type, d.version as document_version,
          d.page_count, v.size_bytes, u.name as user_name, u.email::text as user_email,
          coalesce(r.name, k.name || ' (API key)') as reviewer_name
        from (
          select s.id from document_shares s where s.business_id = $1 and s.status <> 'revoked'
          order by s.shared_at desc, s.id desc limit $2
        ) page
          join document_shares s on s.id = page.id
          join documents d on d.id = s.document_id
          join document_versions v on v.document_id = d.id and v.version = d.version
          join users u on u.id = s.owner_id
          left join users r on r.id = s.reviewed_by
          left join api_keys k on k.id = s.reviewed_by_key and s.reviewed_at is not null
        order by s.shared_at desc, s.id desc`,
      values: [businessId, 26],
    })
    return { items: rows.slice(0, 25).map(asItem), nextCursor: rows.at(-1)?.id ?? null }
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url: `${url}/documents`,
    async stop() {
      await app.close()
      await pool.end()
    },
  }
}

const asItem = (row: Record<string, unknown>) => ({
  id: row.id,
  document: {
    id: row.document_id,
    name: row.document_name,
    type: row.document_type,
    version: row.document_version,
    pageCount: row.page_count,
    sizeBytes: Number(row.size_bytes),
  },
  user: { name: row.user_name, email: row.user_email },
  status: row.status,
  message: row.message,
  receivedAt: row.shared_at,
  reviewedAt: row.reviewed_at,
  reviewer: row.reviewer_name,
  rejectReason: row.reject_reason,
  canDownload: row.can_download,
})
