/** A name as written; `isQuoted` is true if it was in double quotes. */
export interface Name {
  readonly value: string
  readonly isQuoted: boolean
  readonly position: number
}

interface Node {
  /** Offset in the text at which an error in this node is reported. */
  readonly position: number
}

export interface NumberLiteral extends Node {
  readonly kind: 'number'
  readonly text: string
}
export interface TextLiteral extends Node {
  readonly kind: 'text'
  readonly value: string
}
export interface NullLiteral extends Node {
  readonly kind: 'null'
}
export interface BooleanLiteral extends Node {
  readonly kind: 'boolean'
  readonly value: boolean
}
/** `column`, `table.column`, `schema.table.column`. */
export interface ColumnReference extends Node {
  readonly kind: 'column'
  readonly path: readonly Name[]
}
export interface Call extends Node {
  readonly kind: 'call'
  /** In upper case. */
  readonly name: string
  readonly args: readonly Expression[]
  readonly quantifier: 'DISTINCT' | 'ALL' | undefined
  /** `count(*)` */
  readonly isStar: boolean
  /** The terms of `WITHIN GROUP (ORDER BY …)`. */
  readonly within: readonly OrderTerm[] | undefined
  readonly over: Over | undefined
}
export interface Over {
  readonly partitionBy: readonly Expression[]
  readonly orderBy: readonly OrderTerm[]
}
export interface Unary extends Node {
  readonly kind: 'unary'
  readonly operator: '-' | '+'
  readonly operand: Expression
}
export interface Binary extends Node {
  readonly kind: 'binary'
  readonly operator: '+' | '-' | '*' | '/' | '||'
  readonly left: Expression
  readonly right: Expression
}
/** All operands of a sequence of ANDs or ORs. */
export interface Logical extends Node {
  readonly kind: 'logical'
  readonly operator: 'AND' | 'OR'
  readonly operands: readonly Expression[]
}
export interface Not extends Node {
  readonly kind: 'not'
  readonly operand: Expression
}
export type ComparisonOperator = '=' | '<>' | '<' | '<=' | '>' | '>='
export interface Comparison extends Node {
  readonly kind: 'comparison'
  readonly operator: ComparisonOperator
  readonly left: Expression
  readonly right: Expression
}
export interface Like extends Node {
  readonly kind: 'like'
  readonly operand: Expression
  readonly pattern: Expression
  readonly escape: Expression | undefined
  readonly isNegated: boolean
  readonly ignoresCase: boolean
}
export interface Between extends Node {
  readonly kind: 'between'
  readonly operand: Expression
  readonly low: Expression
  readonly high: Expression
  readonly isNegated: boolean
}
export interface In extends Node {
  readonly kind: 'in'
  readonly operand: Expression
  readonly values: readonly Expression[] | Query
  readonly isNegated: boolean
}
export interface IsNull extends Node {
  readonly kind: 'is-null'
  readonly operand: Expression
  readonly isNegated: boolean
}
export interface Exists extends Node {
  readonly kind: 'exists'
  readonly query: Query
}
export interface Subquery extends Node {
  readonly kind: 'subquery'
  readonly query: Query
}
export interface Case extends Node {
  readonly kind: 'case'
  readonly subject: Expression | undefined
  readonly branches: readonly { readonly when: Expression; readonly result: Expression }[]
  readonly otherwise: Expression | undefined
}
export interface Cast extends Node {
  readonly kind: 'cast'
  readonly operand: Expression
  /** In upper case, for example `DOUBLE PRECISION`. */
  readonly type: string
  readonly length: number | undefined
}
/** `INTERVAL '30' DAY` */
export interface Interval extends Node {
  readonly kind: 'interval'
  readonly amount: number
  /** In upper case and singular. */
  readonly unit: string
}
/** `DATE '2020-01-01'`, `TIMESTAMP '…'` */
export interface DateLiteral extends Node {
  readonly kind: 'date'
  readonly value: string
}
/** `5.0 degree` as an argument of a region. */
export interface AngleWithUnit extends Node {
  readonly kind: 'angle'
  readonly operand: Expression
  readonly unit: string
}

export type Expression =
  | NumberLiteral
  | TextLiteral
  | NullLiteral
  | BooleanLiteral
  | ColumnReference
  | Call
  | Unary
  | Binary
  | Logical
  | Not
  | Comparison
  | Like
  | Between
  | In
  | IsNull
  | Exists
  | Subquery
  | Case
  | Cast
  | Interval
  | DateLiteral
  | AngleWithUnit

/** `*` or `table.*` */
export interface StarItem extends Node {
  readonly kind: 'star'
  readonly path: readonly Name[]
}
export interface ExpressionItem extends Node {
  readonly kind: 'expression'
  readonly expression: Expression
  readonly alias: Name | undefined
  /** The expression as written, without insignificant blanks. */
  readonly text: string
}
export type SelectItem = StarItem | ExpressionItem

export interface TableReference extends Node {
  readonly kind: 'table'
  readonly path: readonly Name[]
  readonly alias: Name | undefined
}
export interface DerivedTable extends Node {
  readonly kind: 'derived'
  readonly query: Query
  readonly alias: Name | undefined
  readonly columns: readonly Name[] | undefined
}
export interface Join extends Node {
  readonly kind: 'join'
  readonly type: 'INNER' | 'LEFT' | 'RIGHT' | 'FULL' | 'CROSS'
  readonly isNatural: boolean
  readonly left: FromItem
  readonly right: FromItem
  readonly on: Expression | undefined
  readonly using: readonly Name[] | undefined
}
export type FromItem = TableReference | DerivedTable | Join

export interface OrderTerm extends Node {
  readonly expression: Expression
  readonly isDescending: boolean
  readonly nulls: 'FIRST' | 'LAST' | undefined
}

export interface Select extends Node {
  readonly kind: 'select'
  readonly isDistinct: boolean
  readonly top: number | undefined
  readonly items: readonly SelectItem[]
  /** Empty without FROM. */
  readonly from: readonly FromItem[]
  readonly where: Expression | undefined
  readonly groupBy: readonly Expression[]
  readonly having: Expression | undefined
}
export interface SetOperation extends Node {
  readonly kind: 'set'
  readonly operator: 'UNION' | 'EXCEPT' | 'INTERSECT'
  readonly isAll: boolean
  readonly left: QueryBody
  readonly right: QueryBody
}
/** A query in parentheses as an operand of a set operation. */
export interface NestedQuery extends Node {
  readonly kind: 'nested'
  readonly query: Query
}
export type QueryBody = Select | SetOperation | NestedQuery

export interface CommonTable {
  readonly name: Name
  readonly columns: readonly Name[] | undefined
  readonly query: Query
}
export interface Query extends Node {
  readonly with: readonly CommonTable[]
  readonly body: QueryBody
  readonly orderBy: readonly OrderTerm[]
  /** Maximum number of rows of the whole query. */
  readonly limit: number | undefined
  readonly offset: number | undefined
}
