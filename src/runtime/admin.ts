// What subcommands manage without opening a conversation. Each part is a port; compose/ puts the implementations behind it.

export interface PluginSummary {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly kind: string;
  readonly origin: string;
  readonly state: string;
  readonly dir: string;
  readonly tools: readonly string[];
  readonly hooks: readonly string[];
  readonly needs: readonly string[];
}

export interface PluginAdmin {
  list(): Promise<{ readonly plugins: readonly PluginSummary[]; readonly problems: readonly string[] }>;
  info(name: string): Promise<PluginSummary>;
  enable(name: string): Promise<void>;
  disable(name: string): Promise<void>;
  /** From a folder, or a git repository given by address; gives back its name. */
  install(source: string, force: boolean): Promise<string>;
  remove(name: string): Promise<void>;
}

export interface Admin {
  readonly plugins: PluginAdmin;
}

export type OpenAdmin = () => Promise<Admin>;
