import type { ColumnType } from 'kysely'

/** A jsonb column: read as a value, written as text made by `JSON.stringify`, since the client library
 * would turn an array into a PostgreSQL array. */
export type JsonColumn<T> = ColumnType<T, string, string>

/** A timestamptz column filled by the database unless given. */
export type TimestampColumn = ColumnType<Date, Date | undefined, Date>

/** A column whose value never changes after the row was made. */
export type FixedColumn<T> = ColumnType<T, T, never>
