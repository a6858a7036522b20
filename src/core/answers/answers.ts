import type { z } from 'zod'
import { changeListSchema } from './changes.ts'
import { columnInfoSchema, columnStatisticsSchema, schemaColumnSchema, schemaResponseSchema } from './column.ts'
import { dataFileListSchema } from './data-files.ts'
import { detailSchemas } from './detail.ts'
import { insightDescriptorSchema, insightListSchema, insightResultSchema, slugSchema } from './insight.ts'
import { resolutionSchema } from './names.ts'
import {
  columnNameSchemas,
  pageSchemas,
  resultRowSchema,
  sqlResponseSchema,
  tableRowSchemas,
  valueSchema,
} from './rows.ts'
import { endpointListSchema, functionListSchema, problemSchema } from './service.ts'
import { healthSchema, snapshotFactsSchema } from './snapshot.ts'
import { tableListSchema } from './tables.ts'

/** The schemas that documents refer to, by their public names. */
export const ANSWERS = {
  ColumnInfo: columnInfoSchema,
  SchemaColumn: schemaColumnSchema,
  ColumnStatistics: columnStatisticsSchema,
  SchemaResponse: schemaResponseSchema,
  TableList: tableListSchema,
  Exoplanet: tableRowSchemas.exoplanets,
  ExoplanetColumn: columnNameSchemas.exoplanets,
  ExoplanetPage: pageSchemas.exoplanets,
  Stellarhost: tableRowSchemas.stellarhosts,
  StellarhostColumn: columnNameSchemas.stellarhosts,
  StellarhostPage: pageSchemas.stellarhosts,
  SqlValue: valueSchema,
  ResultRow: resultRowSchema,
  SqlResponse: sqlResponseSchema,
  FunctionList: functionListSchema,
  DataFileList: dataFileListSchema,
  ChangeList: changeListSchema,
  Resolution: resolutionSchema,
  InsightSlug: slugSchema,
  InsightDescriptor: insightDescriptorSchema,
  InsightList: insightListSchema,
  InsightResult: insightResultSchema,
  ExoplanetDetail: detailSchemas.exoplanet,
  StellarhostDetail: detailSchemas.stellarhost,
  Snapshot: snapshotFactsSchema,
  Health: healthSchema,
  EndpointList: endpointListSchema,
  Problem: problemSchema,
} as const satisfies Readonly<Record<string, z.ZodType>>
export type AnswerName = keyof typeof ANSWERS
