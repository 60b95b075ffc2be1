import type {
  ColumnType,
  Insertable,
  InsertType,
  Selectable,
  SelectType,
  Updateable,
  UpdateType,
} from 'kysely'
import type { ColumnValues } from './column-values.ts'
import type { GeneratedTables } from './generated-tables.ts'

/** All tables and views as the query builder sees them, with the names of the database. */
export type Schema = {
  [Table in keyof GeneratedTables]: Table extends keyof ColumnValues
    ? DescribedTable<GeneratedTables[Table], ColumnValues[Table]>
    : GeneratedTables[Table]
} & Record<None<Mistakes>, never>

/** A row as it is read, inserted and updated. */
export type Row<Table extends keyof GeneratedTables> = Selectable<Schema[Table]>
export type NewRow<Table extends keyof GeneratedTables> = Insertable<Schema[Table]>
export type RowChange<Table extends keyof GeneratedTables> = Updateable<Schema[Table]>

type DescribedTable<Columns, Values> = {
  [Name in keyof Columns]: Name extends keyof Values
    ? DescribedColumn<Columns[Name], Values[Name]>
    : Columns[Name]
}

type DescribedColumn<Column, Value> =
  IsJson<Column> extends true
    ? ColumnType<Value, InsertType<Column>, UpdateType<Column>>
    : ColumnType<
        Narrowed<SelectType<Column>, Value>,
        Narrowed<InsertType<Column>, Value>,
        Narrowed<UpdateType<Column>, Value>
      >

type Narrowed<Type, Value> = [Type] extends [never] ? never : Value | Extract<Type, null | undefined>

type IsJson<Column> = unknown extends SelectType<Column> ? true : false

/** Descriptions that contradict the database, each as a text that names the column. */
type Mistakes = {
  [Table in keyof ColumnValues & string]: Table extends keyof GeneratedTables
    ? {
        [Name in keyof ColumnValues[Table] & string]: Name extends keyof GeneratedTables[Table]
          ? MistakeIn<`${Table}.${Name}`, GeneratedTables[Table][Name], ColumnValues[Table][Name]>
          : `There is no column ${Table}.${Name}`
      }[keyof ColumnValues[Table] & string]
    : `There is no table ${Table}`
}[keyof ColumnValues & string]

type MistakeIn<Name extends string, Column, Value> = [NonNullable<Value>] extends [SelectType<Column>]
  ? never
  : `${Name} has another type`

/** Compiles only when nothing is found; otherwise the compiler's message holds the texts above. */
type None<Found extends never> = Found
