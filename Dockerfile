# The image of Cartage: one process of `serve` or `work` next to a PostgreSQL of your own (compose.yaml, docs/guides/install.md).
# The Node of the base image only starts the one of the packages, which is the same on each machine (decision 0001).
# This recipe builds a checkout; that of a release is packaging/release/Dockerfile, and needs neither Node nor npm. With RELEASE=yes a base
# without a digest is refused (docs/guides/install.md): docker build --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:… --build-arg RELEASE=yes .
ARG NODE_IMAGE=node:24-bookworm-slim
FROM ${NODE_IMAGE} AS base
# What the Node of the packages loads, and the base may lack.
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*

FROM base AS build
ARG NODE_IMAGE
ARG RELEASE=
RUN case "$RELEASE:$NODE_IMAGE" in :* | *@sha256:*) ;; *) echo "Name the base of a release by its digest: NODE_IMAGE=…@sha256:…" >&2; exit 1 ;; esac
WORKDIR /opt/cartage
COPY . .
# Installing builds the pages. What only tests and checks need goes again; sbom.cdx.json says what is left.
RUN npm ci --no-audit --no-fund && npm run sbom && npm prune --omit=dev --ignore-scripts

FROM base
RUN groupadd --system --gid 10001 cartage \
  && useradd --system --uid 10001 --gid cartage --home-dir /var/lib/cartage --create-home cartage
COPY --from=build /opt/cartage /opt/cartage
WORKDIR /opt/cartage
USER cartage
# Keys and files; the database is elsewhere.
VOLUME /var/lib/cartage
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/var/lib/cartage
EXPOSE 8080
# Ready means: the database answers, is writable and has this version's schema.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Ends by SIGTERM: running requests have 20 seconds.
ENTRYPOINT ["node", "bin/cartage.js"]
CMD ["serve", "--no-demo"]
