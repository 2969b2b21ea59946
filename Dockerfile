# API and web in one image: docker build --target flip -t flip .
# With the simulator of test mode: docker build --target flip-test -t flip-test .
# A release names it by digest (.github/workflows/release.yml).
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /flip
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-progress
COPY nest-cli.json tsconfig.json ./
COPY api api
COPY simulator simulator
COPY web web
COPY scripts scripts
RUN npm run build

FROM ${NODE_IMAGE} AS packages
WORKDIR /flip
COPY package.json package-lock.json .npmrc ./
COPY scripts/external-packages.mjs scripts/
# What is not in the bundle, of the versions in package-lock.json.
RUN node scripts/external-packages.mjs && npm install --omit=dev --no-progress

FROM ${NODE_IMAGE} AS flip
ENV NODE_ENV=production
WORKDIR /flip
COPY package.json ./
COPY --from=packages /flip/node_modules node_modules
COPY --from=build /flip/dist/compiled/api dist/compiled/api
COPY --from=build /flip/dist/server dist/server
COPY --from=build /flip/dist/web dist/web
# Secrets, and the embedded stores where no servers are named.
RUN mkdir -m 700 data && chown node:node data
USER node
VOLUME /flip/data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As npm start has it: without the limit the heap grows to several times of what is in use before it is collected.
CMD ["node", "--heap-growing-percent=50", "dist/server/main.js"]

FROM flip AS flip-test
COPY --from=build /flip/dist/simulator dist/simulator
