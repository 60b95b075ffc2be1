# Exempta as one image for every role: web, worker, or both (the default, with an embedded database in /data).
# Node is the version that package.json brings along; scripts/checks/image.test.ts keeps the two together.

FROM node:24.21.0-bookworm-slim AS sources
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY client/package.json client/
COPY contract/package.json contract/
COPY knowledge/package.json knowledge/
COPY redaction/package.json redaction/
COPY server/package.json server/
COPY web/package.json web/

FROM sources AS web
RUN npm ci
COPY contract contract
COPY knowledge knowledge
COPY web web
RUN npm run build --workspace web

FROM sources AS modules
RUN npm ci --omit=dev --workspace contract --workspace knowledge --workspace redaction --workspace server

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
# Isolates the processes that read uploaded files, where the container may use user namespaces (docs/operations.md).
RUN apt-get update && apt-get install --yes --no-install-recommends bubblewrap && rm -rf /var/lib/apt/lists/*
RUN install --directory --owner=1000 --group=1000 --mode=0700 /data
WORKDIR /app
COPY --from=modules /app/node_modules node_modules
COPY package.json LICENSE ./
COPY scripts scripts
COPY contract contract
COPY knowledge knowledge
COPY redaction redaction
COPY server server
COPY --from=web /app/web/build web/build
USER 1000:1000
EXPOSE 3000
# Workers answer where WORKER_PORT says.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.WORKER_PORT || process.env.PORT || 3000}/api/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Garbage is collected before it piles up: a worker that makes a large file takes a third less memory (0252).
ENTRYPOINT ["node", "--max-semi-space-size=8", "--heap-growing-percent=60", "server/src/main.ts"]
