/**
 * What the JSON in the database mostly consists of besides what people say. Texts are deflated
 * against it, so not a letter of it may ever change: files would become unreadable. A better one is
 * added beside it, and this one kept for reading.
 */
export const DICTIONARY = Buffer.from(
  [
    // A run's request.
    `"context":{"memory_scope":""},"stream_mode":["values","updates","messages-tuple","custom"],`,
    `"stream_subgraphs":false,"stream_resumable":false,"on_disconnect":"continue"}`,
    `{"input":{"messages":[{"role":"human","type":"human","content":"`,
    `"}]},"graph_id":"memory","config":{"configurable":{"memory_mode":"automatic"}},`,
    // Names of channels and nodes in a checkpoint.
    `"todos","standing_instructions","_memory_contents","_memory_scope_owner",`,
    `{"values":["messages","jumpTo","files","_summarizationSessionId","_summarizationEvent",`,
    `"structuredResponse","__start__","__pregel_tasks"],"versions":["__start__","messages",`,
    `"branch:to:FilesystemMiddleware.before_agent","jumpTo",`,
    `"branch:to:patchToolCallsMiddleware.before_agent","branch:to:model_request","__pregel_tasks",`,
    `"branch:to:MemoryMiddleware.after_agent"],"seen":[["__input__",[]],["__start__",["__start__"]],`,
    `["FilesystemMiddleware.before_agent",["branch:to:FilesystemMiddleware.before_agent"]],`,
    `["patchToolCallsMiddleware.before_agent",["branch:to:patchToolCallsMiddleware.before_agent"]],`,
    `["MemoryMiddleware.before_agent",["branch:to:MemoryMiddleware.before_agent"]],`,
    `["model_request",["branch:to:model_request"]],["tools",[]],`,
    // Events of memory.
    `{"memory_contents":{"/memories/AGENTS.md":"","memory_scope_owner":"`,
    `{"revision":1,"sha256":null,"bytes":0,"read_at":"2026-","call":null,"phase":"terminal"}`,
    `"response_metadata":{"memory_read":{"revision":1,"sha256":"`,
    // Metadata of checkpoints and of message events.
    `{"$":["u"]},"_summarizationEvent":{"$":["u"]},"lg_tool_call":{"name":"`,
    `"tags":["graph:step:1"],"name":"tools","langgraph_triggers":["__pregel_push"],`,
    `"langgraph_path":["__pregel_push",0,false],"checkpoint_ns":"tools:`,
    `{"ls_integration":"langchain_create_agent","lc_agent_name":{"$":["u"]},"run_id":"`,
    `","graph_id":"memory","assistant_id":"","run_attempt":1,"source":"loop","step":1,"parents":{}}`,
    `{"tags":[],"ls_integration":"langchain_chat_model","lc_agent_name":"memory","run_id":"`,
    `","thread_id":"","graph_id":"memory","assistant_id":"","run_attempt":1,`,
    `"checkpoint_ns":"model_request:","langgraph_step":1,"langgraph_node":"model_request",`,
    `"langgraph_triggers":["branch:to:model_request"],"langgraph_path":["__pregel_pull",`,
    `"model_request"],"langgraph_checkpoint_ns":"model_request:","ls_model_type":"chat",`,
    `"ls_model_name":"gpt-4.1","ls_provider":"openai","ls_temperature":0,`,
    `"versions":{"@langchain/core":"1.4.0"}}`,
    // Lists, then messages, the most frequent last.
    `[{"$":-1},{"$":-2},{"$":1},{"$":2},{"$":3}]`,
    `"usage_metadata":{"input_tokens":0,"output_tokens":0,"total_tokens":0}`,
    `"status":"success","tool_call_id":"call_","metadata":{"revision":1}}]}`,
    `{"$":["M","ToolMessage",{"id":"run--tool-call_","name":"edit_file","content":"`,
    `"tool_calls":[{"type":"tool_call","id":"call_","name":"write_file","args":{"file_path":"`,
    `/memories/AGENTS.md","content":"- "}}],"invalid_tool_calls":[],"tool_call_chunks":[]}`,
    `{"content":"","additional_kwargs":{},"response_metadata":{},"id":"run-","type":"ai",`,
    `{"$":["M","HumanMessage",{"id":"","content":"","additional_kwargs":{},"response_metadata":{}}]}`,
    `{"$":["M","AIMessage",{"id":"run-","name":"model","content":"`,
    `","additional_kwargs":{},"response_metadata":{},"tool_calls":[],"invalid_tool_calls":[]}]}`,
  ].join(''),
);
