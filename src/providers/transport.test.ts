import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { createTransport, readText } from "./transport.ts";

async function listen(handle: RequestListener) {
  const server = createServer(handle);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, [Symbol.asyncDispose]: close };
}

function post(url: string, transport = createTransport(), signal = new AbortController().signal) {
  return transport.post({ url, headers: { "x-test": "1" }, body: "größe", signal });
}

describe("the transport", () => {
  test("sends the body with its length in bytes and reads the answer", async () => {
    await using at = await listen(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      response.writeHead(201, { "x-one": ["a", "b"] });
      response.end(`${request.headers["content-length"]} ${body}`);
    });
    const answer = await post(at.url);
    expect(answer).toMatchObject({ status: 201, headers: { "x-one": "a, b" } });
    expect(await readText(answer.body)).toBe("7 größe");
  });

  test("a body that breaks gives what came before, and says that it broke", async () => {
    await using at = await listen((_request, response) => {
      response.writeHead(200, { "content-length": "100" });
      response.write("partial", () => response.socket?.destroy());
    });
    const answer = await post(at.url);
    let heard = "";
    const end = await answer.body.read((bytes) => {
      heard += Buffer.from(bytes).toString();
    });
    expect(heard).toBe("partial");
    expect(end.broken).toBeInstanceOf(Error);
  });

  test("a server that switches to another protocol has not answered", async () => {
    await using at = await listen((_request, response) => {
      response.socket?.end("HTTP/1.1 101 Switching\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n");
    });
    await expect(post(at.url)).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  test("a kept connection that died while idle is replaced without anyone noticing", async () => {
    let served = 0;
    await using at = await listen((request, response) => {
      request.resume();
      served++;
      response.end("ok");
      // Gone before the client can know: it still believes the connection is free to use.
      if (served === 1) setImmediate(() => request.socket.destroy());
    });
    const transport = createTransport();
    await readText((await post(at.url, transport)).body);
    expect(await readText((await post(at.url, transport)).body)).toBe("ok");
    transport.close();
  });

  test("what must not happen twice is sent once, on a connection of its own", async () => {
    const sockets = new Set<unknown>();
    let served = 0;
    await using at = await listen((request, response) => {
      sockets.add(request.socket);
      request.resume();
      if (++served === 3) return void request.socket.destroy();
      response.end("ok");
    });
    const transport = createTransport();
    const once = () => transport.postOnce({ url: at.url, headers: {}, body: "", signal: new AbortController().signal });
    await readText((await post(at.url, transport)).body);
    await readText((await once()).body);
    await expect(once()).rejects.toMatchObject({ code: "ECONNRESET" });
    expect({ served, connections: sockets.size }).toEqual({ served: 3, connections: 3 });
    transport.close();
  });

  test("gets as it posts", async () => {
    await using at = await listen(
      (request, response) => void response.writeHead(404).end(`${request.method} ${request.url}`),
    );
    const transport = createTransport();
    expect(await transport.get(`${at.url}/v1/models`, {}, new AbortController().signal)).toEqual({
      status: 404,
      body: "GET /v1/models",
    });
    transport.close();
  });

  test("an error that never ends its words is read as far as they are kept, and let go", async () => {
    const left = Promise.withResolvers<void>();
    await using at = await listen((_request, response) => {
      response.writeHead(500).on("close", left.resolve);
      const go = () => void (response.destroyed || response.write("no ".repeat(10_000), go));
      go();
    });
    const answer = await post(at.url);
    expect(await readText(answer.body, 1_000)).toHaveLength(1_000);
    await left.promise;
  });

  test("an abort before, during and after the call", async () => {
    await using at = await listen((_request, response) => void response.writeHead(200).write("begun"));
    const early = AbortSignal.abort(new Error("early"));
    await expect(post(at.url, createTransport(), early)).rejects.toThrow("early");
    const stop = new AbortController();
    const answer = await post(at.url, createTransport(), stop.signal);
    const reading = answer.body.read(() => {
      stop.abort();
      return undefined;
    });
    expect((await reading).broken).toBeInstanceOf(Error);
    stop.abort();
  });

  test("goes through a proxy when the environment it was given names one", async () => {
    const seen: (string | undefined)[] = [];
    await using proxy = await listen((request, response) => {
      seen.push(request.url);
      response.end("by proxy");
    });
    const transport = createTransport({ proxy: { http: proxy.url, except: "" } });
    expect(await readText((await post("http://model.example/v1/x", transport)).body)).toBe("by proxy");
    expect(seen).toEqual(["http://model.example/v1/x"]);
    transport.close();
  });
});
