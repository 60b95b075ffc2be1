import type { InsertType, SelectType } from 'kysely'
import type { GeneratedTables, Json, ViewColumn } from '../generated-tables.ts'

/**
 * Compares the hand-written table types, which narrow columns to enums and documents, with the types generated from
 * the migrated schema. Each disagreement becomes a text that names the column, and `Agreement` takes none.
 */
export type Disagreements<Schema> = {
  [Table in keyof Schema & string]: Table extends keyof GeneratedTables
    ? InTable<Table, Schema[Table], GeneratedTables[Table]>
    : `There is no table ${Table}`
}[keyof Schema & string]

type InTable<Table extends string, Written, Generated> =
  | {
      [Column in keyof Written & string]: Column extends keyof Generated
        ? InColumn<`${Table}.${Column}`, Written[Column], Generated[Column]>
        : `There is no column ${Table}.${Column}`
    }[keyof Written & string]
  | {
      [Column in Exclude<keyof Generated, keyof Written> & string]: IsRequired<Generated[Column]> extends true
        ? `${Table}.${Column} is required and missing`
        : never
    }[Exclude<keyof Generated, keyof Written> & string]

type InColumn<Name extends string, Written, Generated> = [Generated] extends [ViewColumn<infer Value>]
  ? InValue<Name, Written, Value>
  :
      | InValue<Name, Written, SelectType<Generated>>
      | InNull<Name, Written, SelectType<Generated>>
      | InDefault<Name, InsertType<Written>, InsertType<Generated>>

type InValue<Name extends string, Written, Value> = [Json] extends [NonNullable<Value>]
  ? never
  : [NonNullable<SelectType<Written>>] extends [NonNullable<Value>]
    ? never
    : `${Name} has another type`

type InNull<Name extends string, Written, Value> =
  unknown extends SelectType<Written>
    ? never
    : null extends Value
      ? null extends SelectType<Written>
        ? never
        : `${Name} can be null`
      : null extends SelectType<Written>
        ? `${Name} cannot be null`
        : never

type InDefault<Name extends string, Written, Generated> = [Written] extends [never]
  ? never
  : undefined extends Written
    ? IsOptional<Generated> extends true
      ? never
      : `${Name} has no default`
    : never

type IsRequired<Column> = [Column] extends [ViewColumn<unknown>]
  ? false
  : IsOptional<InsertType<Column>> extends true
    ? false
    : true

type IsOptional<Inserted> = undefined extends Inserted ? true : null extends Inserted ? true : false

/** Compiles only when there is no disagreement; otherwise the compiler's message holds the texts above. */
export type Agreement<Found extends never> = Record<Found, never>
