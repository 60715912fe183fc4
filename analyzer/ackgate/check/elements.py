"""Which elements of a plan are MQTT, ours or XMeter's, and what JMeter itself knows."""

OUR_PACKAGE = "org.ackgate.jmeter."
XMETER_PACKAGE = "net.xmeter."

OUR_CONNECT = "MqttConnectSampler"
OUR_PUBLISH = "MqttPublishSampler"
OUR_SUBSCRIBE = "MqttSubscribeSampler"
OUR_RECEIVE = "MqttReceiveSampler"
OUR_UNSUBSCRIBE = "MqttUnsubscribeSampler"
OUR_DISCONNECT = "MqttDisconnectSampler"
OUR_STREAMS = "MqttStreamsController"
OURS = frozenset(
    {OUR_CONNECT, OUR_PUBLISH, OUR_SUBSCRIBE, OUR_RECEIVE, OUR_UNSUBSCRIBE, OUR_DISCONNECT, OUR_STREAMS}
)

XMETER_CONNECTS = ("ConnectSampler", "EfficientConnectSampler")
XMETER_PUBLISH = "PubSampler"
XMETER_SUBSCRIBE = "SubSampler"
XMETER_DISCONNECTS = ("DisConnectSampler", "EfficientDisConnectSampler")
XMETER = frozenset({*XMETER_CONNECTS, XMETER_PUBLISH, XMETER_SUBSCRIBE, *XMETER_DISCONNECTS})

LOOPS = frozenset(
    {"LoopController", "WhileController", "ForeachController", "RunTime", "ThroughputController"}
)
GUI_LISTENERS = {
    "ViewResultsFullVisualizer": "View Results Tree",
    "TableVisualizer": "View Results in Table",
    "StatVisualizer": "Aggregate Report",
    "StatGraphVisualizer": "Aggregate Graph",
    "SummaryReport": "Summary Report",
    "GraphVisualizer": "Graph Results",
    "RespTimeGraphVisualizer": "Response Time Graph",
    "AssertionVisualizer": "Assertion Results",
    "ComparisonVisualizer": "Comparison Assertion Visualizer",
    "MailerVisualizer": "Mailer Visualizer",
    "BeanShellListener": "BeanShell Listener",
}

#: Elements of JMeter 5.6.3, by class without package (bin/saveservice.properties).
JMETER = frozenset(
    """
    AccessLogSampler AjpSampler AnchorModifier Argument Arguments AuthManager Authorization
    BSFAssertion BSFListener BSFPostProcessor BSFPreProcessor BSFSampler BSFTimer BackendListener
    BeanShellAssertion BeanShellListener BeanShellPostProcessor BeanShellPreProcessor
    BeanShellSampler BeanShellTimer BoltConnectionElement BoltSampler BoundaryExtractor CSVDataSet
    CacheManager CompareAssertion ConfigTestElement ConstantThroughputTimer ConstantTimer Cookie
    CookieManager CounterConfig CriticalSectionController DNSCacheManager DataSourceElement
    DebugPostProcessor DebugSampler DurationAssertion ExtendedConfigTest FTPSampler
    ForeachController GaussianRandomTimer GenericController GraphQLHTTPSampler HTMLAssertion
    HTTPSampler HTTPSampler2 HTTPSamplerProxy Header HeaderManager HtmlExtractor HttpMirrorControl
    HttpTestSampleGui IfController IncludeController InterleaveControl JDBCPostProcessor
    JDBCPreProcessor JDBCSampler JMESPathAssertion JMESPathExtractor JMSSampler JSONPathAssertion
    JSONPostProcessor JSR223Assertion JSR223Listener JSR223PostProcessor JSR223PreProcessor
    JSR223Sampler JSR223Timer JUnitSampler JavaConfig JavaSampler KeystoreConfig LDAPArgument
    LDAPArguments LDAPExtSampler LDAPSampler LogicControllerGui LoginConfig LoopController
    MD5HexAssertion MailReaderSampler ModuleController MongoScriptSampler MongoSourceElement
    OnceOnlyController OpenModelThreadGroup ParamMask ParamModifier PoissonRandomTimer
    PostThreadGroup PreciseThroughputTimer Property ProxyControl PublisherSampler RandomController
    RandomOrderController RandomVariableConfig RecordingController ReflectionThreadGroup
    RegExUserParameters RegexExtractor ResponseAssertion ResultAction ResultCollector ResultSaver
    RunTime SMIMEAssertion SampleTimeout SetupThreadGroup SizeAssertion SmtpSampler
    SubscriberSampler Summariser SwitchController SyncTimer SystemSampler TCPSampler TestAction
    TestFragmentController TestPlan ThreadGroup ThroughputController TransactionController
    URLRewritingModifier UniformRandomTimer UserParameters WhileController WorkBench XMLAssertion
    XMLSchemaAssertion XPath2Extractor XPathAssertion XPathExtractor
    """.split()  # noqa: SIM905 - a table reads better than 150 quoted names
)
